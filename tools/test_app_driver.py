# tools/test-app.py and tools/test_app_access.py share a Chromium on the page, and the checks that are counted.
import os
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

folder = os.path.abspath(sys.argv[1])
address = "http://127.0.0.1:%s" % sys.argv[2]
pid = sys.argv[3] if len(sys.argv) > 3 else ""
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
    # While the page is written the driver may not find the element.
    wait(driver, lambda: find(driver, "#file")[0].send_keys(
        "\n".join(os.path.join(folder, name) for name in names)) or True, 10)


def is_done(driver):
    return find(driver, "#progress .done") and find(driver, "#result-script")


def picture(driver, name, width):
    # The mark of the focus is not part of what is shown.
    driver.execute_script("document.activeElement.blur()")
    height = driver.execute_script("return document.documentElement.scrollHeight")
    size(driver, width, min(height, 6000))
    time.sleep(0.5)
    driver.save_screenshot(os.path.join(folder, name + ".png"))
    size(driver, width, 1000)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    check("%s: nothing is wider than %d pixels" % (name, width), wide <= width)


def choose_levels(driver, levels):
    """Chooses until the page has all of them: a menu that is just written anew may lose what is chosen in it."""
    def menu(name):
        labels = {e.text: e.get_attribute("for") for e in find(driver, ".question .field:first-child label")}
        return Select(driver.find_element(By.ID, labels[name]))

    def done():
        for name, level in levels.items():
            if menu(name).first_selected_option.get_attribute("value") != level:
                menu(name).select_by_value(level)
                time.sleep(0.3)
        return not find(driver, ".asked")

    wait(driver, done)


def download(driver, kind, name, seconds=180, click=None):
    path = os.path.join(folder, name)
    if os.path.exists(path):
        os.remove(path)
    if click:
        click()
    else:
        button = find(driver, "[data-set=save][data-key=%s]" % kind)[0]
        # A key, since a click by place may miss a button that has to be scrolled to.
        driver.execute_script("arguments[0].focus()", button)
        button.send_keys(Keys.ENTER)
    check("%s is saved" % name, wait(driver, lambda: os.path.exists(path) and os.path.getsize(path) > 0, seconds))
