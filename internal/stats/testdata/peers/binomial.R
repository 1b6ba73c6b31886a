# Times 1,000 exact tails of the binomial distribution at n = 1,000,000 in R, for `go run ./cmd/dev speed`: all in one call
# of pbinom, the best of several runs. The output is one JSON object: task, way, seconds, value (the sum of the logarithms).

h <- 500000 + 5 * (0:999)
best <- Inf
for (i in 1:20) {
  begun <- proc.time()[["elapsed"]]
  for (j in 1:20) p <- pbinom(h - 1, 1e6, 0.5, lower.tail = FALSE, log.p = TRUE)
  best <- min(best, (proc.time()[["elapsed"]] - begun) / 20)
}
cat(sprintf("{\"task\": \"binomial-tails\", \"way\": \"R\", \"seconds\": %.9f, \"value\": [%.17g]}\n", best, sum(p)))
