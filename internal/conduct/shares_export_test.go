package conduct

// Shares is the draw of a plan, for its properties.
var Shares = shares
