#!/usr/bin/env bash
# Debian's Bochs, which starts in its debugger: that is told to go on. Its screen needs a terminal.
#
# usage: debugger.sh OPTION ...        in a folder for its files
echo c >commands
printf -v options ' %q' -rc commands "$@" 'display_library: term'
TERM=vt100 exec script -qec "bochs$options" screen
