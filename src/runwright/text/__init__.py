"""Words and what they mean: folding, stems, numbers, money, durations, dates, sentences.

Pure functions over text. No I/O and no clock: the moment and the zone are arguments. What can be
read in several ways has several readings, the likeliest first. English, and German where that
costs little.
"""
