package sample

import "embed"

// Tenancy is what a study lead has on the desk before the study begins, and what comes back later: study.json says
// which file is what. The expected values and the truth file stay outside the program; tests read them from disk.
//
//go:embed study-tenancy/study.json study-tenancy/case.json study-tenancy/facts.*.txt study-tenancy/gold/*.txt
//go:embed study-tenancy/answers/*.txt study-tenancy/answers/*.json study-tenancy/answers/*.csv
//go:embed study-tenancy/grading/reply.txt study-tenancy/ratings/Bewertung_*.csv
var Tenancy embed.FS
