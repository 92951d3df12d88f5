#!/usr/bin/perl
# A bot in another language: a line of JSON for each question, a line for the answer (docs/bots.md).
# It takes the last option, and of amounts the lowest:
#   stellwerk arena 1830 --bots "cmd:perl examples/bot.pl,random,random" --games 3
use strict;
use warnings;
use JSON::PP;

$| = 1;
while (my $line = <STDIN>) {
    my $asked = decode_json($line);
    if ($asked->{hello}) {
        print encode_json({ protocol => 1, name => "last" }), "\n";
    } else {
        my @options = @{ $asked->{choose}{options} };
        print encode_json({ option => $#options }), "\n";
    }
}
