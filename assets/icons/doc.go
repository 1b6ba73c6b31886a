// Package icons holds the drawings of the program: its application icon and the pictures of the window. All are
// drawn for this project as vector art; app.png is made from app.svg, since packagers want pixels.
package icons
