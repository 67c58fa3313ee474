"""Tables as reports print them: read with their headers, units and periods, and reckoned with.

A question is read into what it wants done (`asking`), rows and columns are found by its words and
periods (`match`), the cells are put together exactly (`operations`), and what stands in the
sentences around a table is found in `prose`. Nothing here knows of steps or findings.
"""
