# Drives accord_app() in a real Chromium, as make test-app does. Usage: test-app.py FOLDER PORT, where FOLDER has the
# files that tools/test-app.R wrote: sheets, and expected.json with the estimates that R gives for them. Pictures go
# into FOLDER too.
import json
import os
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

folder = os.path.abspath(sys.argv[1])
address = "http://127.0.0.1:%s" % sys.argv[2]
failed = []


def browser(width, dark=False):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=%d,1000" % width):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": folder})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    size(driver, width, 1000)
    if dark:
        media = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    driver.get(address)
    wait(driver, lambda: find(driver, "#results h2"))
    return driver


def size(driver, width, height):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600
    })


def find(driver, css):
    return driver.find_elements(By.CSS_SELECTOR, css)


def wait(driver, until, seconds=120):
    end = time.time() + seconds
    while time.time() < end:
        try:
            if until():
                return True
        except Exception:  # the page is being written
            pass
        time.sleep(0.2)
    return False


def text(driver, css):
    return " ".join(element.text for element in find(driver, css)).replace("\u2212", "-").replace("\xa0", " ")


def check(what, good):
    print(("ok      " if good else "FAILED  ") + what, flush=True)
    if not good:
        failed.append(what)


def upload(driver, *names):
    file = find(driver, "#file")[0]
    file.send_keys("\n".join(os.path.join(folder, name) for name in names))


def is_done(driver):
    return find(driver, "#progress .done") and find(driver, "#result-script")


def picture(driver, name, width):
    height = driver.execute_script("return document.documentElement.scrollHeight")
    size(driver, width, min(height, 6000))
    time.sleep(0.5)
    driver.save_screenshot(os.path.join(folder, name + ".png"))
    size(driver, width, 1000)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    check("%s: nothing is wider than %d pixels" % (name, width), wide <= width)


def choose_levels(driver, levels):
    for name, level in levels.items():
        def menu():
            labels = {e.text: e.get_attribute("for") for e in find(driver, ".question .field:first-child label")}
            return Select(driver.find_element(By.ID, labels[name]))

        wait(driver, lambda: menu().select_by_value(level) or True)
        time.sleep(0.3)


def download(driver, kind, name, seconds=180):
    path = os.path.join(folder, name)
    if os.path.exists(path):
        os.remove(path)
    find(driver, "[data-set=save][data-key=%s]" % kind)[0].click()
    check("%s is saved" % name, wait(driver, lambda: os.path.exists(path) and os.path.getsize(path) > 0, seconds))


expected = json.load(open(os.path.join(folder, "expected.json"), encoding="utf-8"))
driver = browser(1280)
check("the page says what it is before anything is chosen", "appear here" in text(driver, "#results"))
picture(driver, "empty-desktop", 1280)

for one in expected:
    upload(driver, *one["files"])
    wait(driver, lambda: all(name in text(driver, "#script") for name in one["files"]))
    if one["levels"]:
        check(one["files"][0] + ": a level is asked for beside its menu",
              wait(driver, lambda: find(driver, ".question .problem")))
        choose_levels(driver, one["levels"])
    done = wait(driver, lambda: is_done(driver) and all(
        cell in text(driver, "#result-agreed table") for cell in one["cells"]))
    check(one["files"][0] + ": the table has the digits of R", done)
    if not done:
        print(text(driver, "#result-agreed"), text(driver, ".problem"), text(driver, "#script"), one["cells"])
    picture(driver, one["files"][0].split(".")[0] + "-desktop", 1280)

# The last one is saved in all forms; its script gives the same digits, which tools/test-app.R checks.
for kind, name in (("csv", "agreement.csv"), ("script", "agreement.R"), ("docx", "agreement.docx"),
                   ("html", "agreement.html")):
    download(driver, kind, name)

# Screen readers: every field has a name.
labels = driver.execute_script("""
  return Array.from(document.querySelectorAll("input:not([aria-hidden]), select, textarea")).filter(function (e) {
    return !(e.labels && e.labels.length) && !e.getAttribute("aria-label") && e.offsetParent;
  }).map(function (e) { return e.outerHTML.slice(0, 100); });""")
check("every field has a label" + "".join(labels), not labels)
driver.quit()

# Another session sees nothing of this one.
driver = browser(390)
check("a second session is empty", "appear here" in text(driver, "#results"))
picture(driver, "empty-phone", 390)
upload(driver, "broken.csv")
check("a broken file is told beside the field",
      wait(driver, lambda: "must contain a table" in text(driver, "#step-sheet .problem")))
picture(driver, "broken-phone", 390)
upload(driver, "missing.csv")
wait(driver, lambda: is_done(driver))
picture(driver, "missing-phone", 390)
upload(driver, "big-cell.csv")
check("a cell of 1 MB is read or told", wait(driver, lambda: (
    "big-cell.csv" in text(driver, "#script, #step-sheet .problem") and (is_done(driver) or find(driver, ".problem")))))
# Cells that are pasted.
driver.execute_script("document.querySelector('#step-sheet details').open = true")
cells = "id\tann\tbob\n" + "\n".join("%d\t%s\t%s" % (i, "ab"[i % 2], "ab"[i % 2 if i else 1]) for i in range(12))
driver.execute_script("document.getElementById('paste').value = arguments[0]", cells)
driver.execute_script("document.getElementById('use-cells').click()")
check("pasted cells are measured", wait(driver, lambda: is_done(driver) and "pasted.tsv" in text(driver, "#script")))
# A lost connection: what is seen stays, and the page connects again.
# It may connect again at once.
driver.execute_script("""
  new MutationObserver(function () {
    if (!document.getElementById("lost").hidden) window.lostSeen = true;
  }).observe(document.getElementById("lost"), { attributes: true });
  Shiny.shinyapp.$socket.close();
""")
check("a lost connection is told", wait(driver, lambda: driver.execute_script("return window.lostSeen === true"), 20))
check("what was seen stays", "pasted.tsv" in text(driver, "#script"))
check("the page connects again, and measures the same", wait(driver, lambda: (
    not find(driver, "#lost")[0].is_displayed() and is_done(driver) and "pasted.tsv" in text(driver, "#script"))))
driver.quit()

driver = browser(1280, dark=True)
find(driver, "[data-set=example]")[0].click()
check("the example asks for levels", wait(driver, lambda: find(driver, ".question .problem")))
picture(driver, "example-dark", 1280)
driver.quit()

print("%d failed" % len(failed))
sys.exit(len(failed) > 0)
