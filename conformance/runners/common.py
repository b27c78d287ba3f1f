"""What the runners in Python share, as common.R does for those in R."""

import csv
import os
import sys

SUITE = sys.argv[1] if len(sys.argv) > 1 else "conformance"


class NotApplicable(Exception):
    """The program does not take the case, by its own documentation."""


def only(fine, reason):
    if not fine:
        raise NotApplicable(reason)


def as_number(text):
    number = float(text)
    return int(number) if number.is_integer() else number


def as_numbers(cells):
    try:
        numbers = {cell: as_number(cell) for cell in cells}
    except ValueError:
        return {cell: cell for cell in cells}
    return numbers


class Case:
    """`rows`: for each item the ratings by rater, None for none; numbers if all are numbers."""

    def __init__(self, row):
        self.coefficient, self.weights = row["coefficient"], row["weights"]
        with open(os.path.join(SUITE, "data", row["data"] + ".csv"), newline="") as file:
            table = list(csv.reader(file))
        self.raters = table[0][1:]
        declared = row["categories"].split(";") if row["categories"] else []
        used = sorted({cell for line in table[1:] for cell in line[1:] if cell != ""})
        number = as_numbers(used + declared)
        self.rows = [[number[cell] if cell != "" else None for cell in line[1:]] for line in table[1:]]
        self.declared = [number[cell] for cell in declared]
        self.categories = self.declared or sorted(number[cell] for cell in used)
        self.matrix = None
        path = os.path.join(SUITE, "weights", self.weights + ".csv")
        if self.weights and os.path.exists(path):
            with open(path, newline="") as file:
                lines = list(csv.reader(file))
            self.matrix = {
                (line[0], name): fraction(x)
                for line in lines[1:]
                for name, x in zip(lines[0][1:], line[1:])
            }

    def is_complete(self):
        return all(cell is not None for row in self.rows for cell in row)

    def table(self):
        """Two raters as a table with all categories."""
        at = {c: i for i, c in enumerate(self.categories)}
        counts = [[0] * len(at) for _ in at]
        for a, b in self.rows:
            counts[at[a]][at[b]] += 1
        return counts

    def counts(self):
        """For each item how many raters chose each category."""
        return [[row.count(c) for c in self.categories] for row in self.rows]


def fraction(text):
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def run_cases(program, version, calls):
    with open(os.path.join(SUITE, "cases.csv"), newline="") as file:
        cases = list(csv.DictReader(file))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["program", "version", "case", "value", "note"])
    for row in cases:
        value = note = ""
        try:
            only(row["coefficient"] in calls, "has no such coefficient")
            found = float(calls[row["coefficient"]](Case(row)))
            value, note = ("", "no number") if found != found else (repr(found), "")
        except NotApplicable as reason:
            note = "not applicable: " + str(reason)
        except Exception as error:  # whatever the program says
            note = "error: " + " ".join((type(error).__name__ + " " + str(error)).split())
        writer.writerow([program, version, row["case"], value, note])
