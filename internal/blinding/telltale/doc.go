// Package telltale measures what style still gives away after blinding: how well outward features alone would tell
// answers of people from answers of machines.
//
// Normalising takes away what can be taken away without touching content. Length, structure and rhythm stay, because
// they are content. [Profiles] shows them an answer at a time, against the middle of the others; [Measure] trains a
// simple classifier on a study's answers, tests it on answers it has not seen, and says how often it would tell the two
// origins apart, with the level of chance and an interval. Below [MinPerOrigin] answers of either origin there is no
// figure but a reason, since a handful of answers separates by accident.
//
// It is for the study lead, before anything is handed out. It is told which answers are by people, which no rule of
// blinding ever is, and therefore stands apart from the passes. It changes no text.
//
// Method: blinding rules, section 7 (leak score): logistic regression with an L2 penalty on standardised features, five
// folds that keep the answers of one question together, area under the ROC curve with a bootstrap over questions.
package telltale
