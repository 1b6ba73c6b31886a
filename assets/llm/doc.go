// Package llm holds what is known of the providers of language models as data: where they answer, what their models can
// be told, which models are of one family, and prices with the day they were read. The rules that use them stand in
// internal/llm.
package llm
