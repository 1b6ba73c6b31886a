package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// manager is a package manager of a Linux distribution.
type manager struct {
	program string
	refresh []string // arguments that bring its lists up to date; nil when install does so itself
	install []string // arguments before the package names
}

// managers in the order in which they are looked for.
var managers = []manager{
	{"apt-get", []string{"update", "-q"}, []string{"install", "-y", "-q", "--no-install-recommends"}},
	{"dnf", nil, []string{"install", "-y"}},
	{"pacman", nil, []string{"-Sy", "--needed", "--noconfirm"}},
	{"zypper", []string{"--non-interactive", "refresh"}, []string{"--non-interactive", "install"}},
}

// need is one thing that building the window or a test needs: how to see that it is there, and who has it under which
// name.
type need struct {
	why      string            // key of the reason
	program  string            // on the PATH, several names where any of them does, or
	header   string            // below an include folder
	packages map[string]string // by package manager
}

// windowNeeds are what Fyne's window driver is built with: a C compiler, OpenGL and X11.
var windowNeeds = []need{
	{why: "dev.need.compiler", program: "gcc", packages: map[string]string{
		"apt-get": "gcc libc6-dev", "dnf": "gcc", "pacman": "gcc", "zypper": "gcc"}},
	{why: "dev.need.opengl", header: "GL/gl.h", packages: map[string]string{
		"apt-get": "libgl1-mesa-dev", "dnf": "mesa-libGL-devel", "pacman": "mesa", "zypper": "Mesa-libGL-devel"}},
	{why: "dev.need.x11", header: "X11/Xcursor/Xcursor.h", packages: map[string]string{
		"apt-get": "libxcursor-dev", "dnf": "libXcursor-devel", "pacman": "libxcursor", "zypper": "libXcursor-devel"}},
	{why: "dev.need.x11", header: "X11/extensions/Xrandr.h", packages: map[string]string{
		"apt-get": "libxrandr-dev", "dnf": "libXrandr-devel", "pacman": "libxrandr", "zypper": "libXrandr-devel"}},
	{why: "dev.need.x11", header: "X11/extensions/Xinerama.h", packages: map[string]string{
		"apt-get": "libxinerama-dev", "dnf": "libXinerama-devel", "pacman": "libxinerama", "zypper": "libXinerama-devel"}},
	{why: "dev.need.x11", header: "X11/extensions/XInput2.h", packages: map[string]string{
		"apt-get": "libxi-dev", "dnf": "libXi-devel", "pacman": "libxi", "zypper": "libXi-devel"}},
	{why: "dev.need.x11", header: "X11/extensions/xf86vmode.h", packages: map[string]string{
		"apt-get": "libxxf86vm-dev", "dnf": "libXxf86vm-devel", "pacman": "libxxf86vm", "zypper": "libXxf86vm-devel"}},
	{why: "dev.need.x11", header: "xkbcommon/xkbcommon.h", packages: map[string]string{
		"apt-get": "libxkbcommon-dev", "dnf": "libxkbcommon-devel", "pacman": "libxkbcommon", "zypper": "libxkbcommon-devel"}},
}

// testWishes are programs that some tests look with at what was written. Without them these tests say that they were left
// out, and the others run all the same. They are installed where the package manager is apt alone, since only there every
// name stands for the program itself: on Ubuntu, which brings no browser as a package, that wish stays open.
var testWishes = []need{
	{why: "dev.wish.browser", program: "chromium chromium-browser google-chrome google-chrome-stable", packages: map[string]string{"apt-get": "chromium"}},
	{why: "dev.wish.office", program: "soffice libreoffice", packages: map[string]string{"apt-get": "libreoffice-writer-nogui libreoffice-calc-nogui"}},
}

// includeFolders are where distributions put headers.
var includeFolders = []string{"/usr/include", "/usr/local/include"}

// there tells whether the need is met.
func (n need) there() bool {
	if n.program != "" {
		for _, name := range strings.Fields(n.program) {
			if _, err := exec.LookPath(name); err == nil {
				return true
			}
		}
		return false
	}
	for _, dir := range includeFolders {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(n.header))); err == nil {
			return true
		}
	}
	return false
}
