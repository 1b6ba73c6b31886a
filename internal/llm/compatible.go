package llm

// newCompatible speaks to any server of Chat Completions: Ollama, LM Studio, llama.cpp, vLLM, and providers that offer
// the same interface. Most need no key; then none is sent, not even an empty one.
func newCompatible(c *Client) wire { return newChat(c, "seed") }
