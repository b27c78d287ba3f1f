# Drives accord_app() in a real Chromium, as make test-app does. Usage: test-app.py FOLDER PORT PID, where FOLDER has
# the files that tools/test-app.R wrote: sheets, and expected.json with the estimates that R gives for them. Pictures go
# into FOLDER too.
import json
import os
import sys

sys.dont_write_bytecode = True
from test_app_access import check_access, check_keys  # noqa: E402
from test_app_sessions import check_closed_browser, check_files_of_nobody, check_idle, check_two_sessions  # noqa: E402
from test_app_driver import (  # noqa: E402
    Keys, browser, check, choose_levels, download, failed, find, folder, is_done, picture, text, upload, wait)

expected = json.load(open(os.path.join(folder, "expected.json"), encoding="utf-8"))
driver = browser(1280)
check("the page says what it is before anything is chosen", "appear here" in text(driver, "#results"))
check_access(driver, "empty")
picture(driver, "empty-desktop", 1280)

for one in expected:
    upload(driver, *one["files"])
    wait(driver, lambda: all(
        name in text(driver, "#step-columns .heading, #result-export") for name in one["files"][:1]))
    if one["levels"]:
        check(one["files"][0] + ": a level is asked for beside its menu",
              wait(driver, lambda: find(driver, ".question .problem")))
        check(one["files"][0] + ": the questions that need one are named, with their menus",
              all(name in text(driver, ".asked") for name in one["levels"]) and
              len(find(driver, ".asked select[data-set=level]")) == len(one["levels"]))
        check(one["files"][0] + ": no script is shown before there is a result", not find(driver, "#script"))
        choose_levels(driver, one["levels"])
    done = wait(driver, lambda: is_done(driver) and all(
        cell in text(driver, "#result-agreed table") for cell in one["cells"]))
    check(one["files"][0] + ": the table has the digits of R", done)
    if not done:
        print(text(driver, "#result-agreed"), text(driver, ".problem"), text(driver, "#script"), one["cells"])
    last = "#result-items" if "table" not in one["files"][0] else "#result-raters"
    wait(driver, lambda: is_done(driver) and find(driver, last) and not find(driver, "#progress .working"))
    check(one["files"][0] + ": the first lines say what should be done",
          wait(driver, lambda: "What should be done?" in text(driver, ".first")))
    check(one["files"][0] + ": notes stand below tables, and are as wide as the page", find(driver, ".table-note") and
          not find(driver, "#results tfoot") and all(e.size["width"] <= 900 for e in find(driver, ".table-note")))
    picture(driver, one["files"][0].split(".")[0] + "-desktop", 1280)

# Chains have first lines, too.
upload(driver, "ann.conll", "bob.conll")
check("chains: the first lines say how high agreement is, and what should be done",
      wait(driver, lambda: is_done(driver) and "alpha of chains is" in text(driver, ".first")) and
      "What should be done?" in text(driver, ".first"))
check("chains: the mentions on which annotators differ have words and the other mentions of their chain",
      wait(driver, lambda: "ruth; part 000: d (3-3) with b, f with a, c, h" in text(driver, "#result-items table")))
picture(driver, "chains-desktop", 1280)

# Raters of a table of counts can be named.
upload(driver, "table.tsv")
wait(driver, lambda: is_done(driver) and find(driver, "#set-side_rows"))
for side, name in (("rows", "Dr. Ito"), ("columns", "Dr. Lund")):
    wait(driver, lambda: find(driver, "#set-side_" + side)[0].send_keys(name + Keys.TAB) or True, 10)
check("table: raters have the names that were typed", wait(driver, lambda: is_done(driver) and all(
    name in text(driver, "#result-raters table") for name in ("Dr. Ito", "Dr. Lund"))))

# The one with levels is measured again, and saved in all forms; its script gives the same digits, which
# tools/test-app.R checks.
upload(driver, *expected[-1]["files"])
wait(driver, lambda: find(driver, ".asked"))
choose_levels(driver, expected[-1]["levels"])
wait(driver, lambda: is_done(driver) and find(driver, "#result-both") and not find(driver, "#progress .working"))
for kind, name in (("csv", "agreement.csv"), ("script", "agreement.R"), ("docx", "agreement.docx"),
                   ("html", "agreement.html")):
    download(driver, kind, name)

check_access(driver, "desktop")
driver.quit()

# Another session sees nothing of this one.
driver = browser(390)


def script(driver):
    return driver.execute_script("var e = document.getElementById('script'); return e ? e.textContent : ''")


check("a second session is empty", "appear here" in text(driver, "#results"))
picture(driver, "empty-phone", 390)
upload(driver, "broken.csv")
check("a broken file is told beside the field",
      wait(driver, lambda: "cannot be read as a table" in text(driver, "#step-sheet .problem")))
check("a bar that is full is not shown above an error", not find(driver, "#file_progress")[0].is_displayed())
picture(driver, "broken-phone", 390)
upload(driver, "missing.csv")
wait(driver, lambda: is_done(driver) and find(driver, "#result-both"))
check("values that mean that a rating is missing are named", "k. A. (4)" in text(driver, "#result-sheet"))
check("the level that is used is shown", "nominal (as the values say)" in text(driver, ".question option:checked"))
check("a phone has a picture of its own", [find(driver, ".plot-" + one)[0].is_displayed() for one in
                                           ("wide", "narrow")] == [False, True])
check("a table that a phone cannot hold lacks counts or is cards, and none is cut", find(
      driver, "#result-agreed .few, #result-agreed .cards") and
      driver.execute_script("""return Array.from(document.querySelectorAll(".wide")).every(function (e) {
        return e.scrollWidth <= e.clientWidth + 1;
      })"""))
check("the script is folded on a phone", not find(driver, "#script")[0].is_displayed() and "missing" in script(driver))
picture(driver, "missing-phone", 390)
upload(driver, "big-cell.csv")
check("a cell of 1 MB is read or told", wait(driver, lambda: (
    "big-cell.csv" in text(driver, "#step-columns .heading, #step-sheet .problem") and (is_done(driver) or find(driver, ".problem")))))
# Cells that are pasted.
driver.execute_script("document.querySelector('#step-sheet details').open = true")
cells = "id\tann\tbob\n" + "\n".join("%d\t%s\t%s" % (i, "ab"[i % 2], "ab"[i % 2 if i else 1]) for i in range(12))
driver.execute_script("document.getElementById('paste').value = arguments[0]", cells)
driver.execute_script("document.getElementById('use-cells').click()")
check("pasted cells are measured", wait(driver, lambda: is_done(driver) and "pasted.tsv" in script(driver)))
# A lost connection: what is seen stays, and the page connects again.
# It may connect again at once.
driver.execute_script("""
  new MutationObserver(function () {
    if (!document.getElementById("lost").hidden) window.lostSeen = true;
  }).observe(document.getElementById("lost"), { attributes: true });
  Shiny.shinyapp.$socket.close();
""")
check("a lost connection is told", wait(driver, lambda: driver.execute_script("return window.lostSeen === true"), 20))
check("what was seen stays", "pasted.tsv" in script(driver))
check("the page connects again, and measures the same", wait(driver, lambda: (
    not find(driver, "#lost")[0].is_displayed() and is_done(driver) and "pasted.tsv" in script(driver))))
driver.quit()

driver = browser(1280, dark=True)
find(driver, "[data-set=example]")[0].click()
check("the example shows results at once", wait(driver, lambda: is_done(driver) and find(driver, "#result-both")))
check("the file field names the example", "articles.csv" in find(driver, "#step-sheet .form-control")[0].get_attribute(
    "value"))
check("plots suit a dark page", driver.execute_script("""
  var plot = document.querySelector(".plot-wide .plot"), style = getComputedStyle(plot);
  var seen = Array.from(plot.querySelectorAll("[style*=fill], [fill]")).map(function (e) {
    return getComputedStyle(e).fill;
  });
  return style.backgroundColor === "rgba(0, 0, 0, 0)" && seen.indexOf("rgb(0, 0, 0)") < 0 && seen.length > 0;"""))
picture(driver, "example-dark", 1280)
check_access(driver, "dark")
driver.quit()

check_keys()
check_two_sessions()
check_closed_browser()
check_idle()
check_files_of_nobody()

print("%d failed" % len(failed))
sys.exit(len(failed) > 0)
