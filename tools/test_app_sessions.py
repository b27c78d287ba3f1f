# Sessions that meet, end in the middle or idle, and files that belong to nobody: part of make test-app.
import glob
import os
import time

from test_app_driver import browser, check, find, is_done, pid, text, upload, wait


def workers():
    """The R processes of the sessions, with the folder of each."""
    found = {}
    for status in glob.glob("/proc/[0-9]*/stat"):
        try:
            process = status.split("/")[2]
            parent = open(status, encoding="utf-8").read().rpartition(")")[2].split()[1]
            folder = os.readlink("/proc/%s/cwd" % process)
        except OSError:  # it ended meanwhile
            continue
        if parent == pid and "accord-app-" in folder:
            found[process] = folder
    return found


# A phone folds the script, whose text is there all the same.
def measured(driver, name, seconds=120):
    return wait(driver, lambda: any(name in e.get_attribute("textContent") for e in find(driver, "#script")) and
                is_done(driver), seconds)


def check_two_sessions():
    first = browser(1280)
    upload(first, "long.csv")
    check("sessions: the first one measures", measured(first, "long.csv"))
    before = text(first, "#result-agreed table")
    own = workers()
    second = browser(1280)
    check("sessions: the second one is empty", "appear here" in text(second, "#results"))
    upload(second, "missing.csv")
    wait(second, lambda: find(second, ".problem") or is_done(second))
    others = {process: folder for process, folder in workers().items() if process not in own}
    check("sessions: each has its own process and folder", len(own) == 1 and len(others) == 1)
    names = [name for folder in others.values() for name in os.listdir(folder)]
    check("sessions: the second one has its own files only", names == ["missing.csv"])
    check("sessions: it shows nothing of the first one", "long.csv" not in second.page_source)
    check("sessions: the first one is as it was", text(first, "#result-agreed table") == before)
    second.quit()
    gone = wait(first, lambda: not any(map(os.path.exists, others.values())), 30)
    check("sessions: what one leaves is deleted", gone)
    first.quit()


def check_closed_browser():
    driver = browser(1280)
    upload(driver, "many.csv")
    check("closed: it is at work", wait(driver, lambda: find(driver, "#progress .working")) and
          wait(driver, lambda: workers()))
    before = workers()
    driver.quit()
    end = time.time() + 60
    while time.time() < end and any(process in workers() for process in before):
        time.sleep(0.5)
    check("closed: process and files are gone", before and not any(process in workers() for process in before) and
          not any(map(os.path.exists, before.values())))


def check_idle():
    """The page gives signs of life, so that nothing is lost however long it is left; the time is shortened."""
    driver = browser(1280)
    upload(driver, "long.csv")
    measured(driver, "long.csv")
    before = text(driver, "#result-agreed table")
    driver.execute_script("""
      window.alive = 0;
      $(document).on("shiny:inputchanged", function (event) { if (event.name === "alive") window.alive += 1; });""")
    time.sleep(45)
    check("idle: the page gives signs of life", driver.execute_script("return window.alive") >= 2)
    # A proxy may cut the connection nevertheless: the session has ended, and the page makes another.
    process = list(workers())
    driver.execute_script("Shiny.shinyapp.$socket.close();")
    check("idle: after the end another session shows the same", wait(driver, lambda: (
        not any(one in workers() for one in process) and not find(driver, "#lost")[0].is_displayed() and
        is_done(driver) and text(driver, "#result-agreed table") == before), 600))
    driver.quit()


def check_files_of_nobody():
    driver = browser(390)
    for names, words in ((["broken.csv"], "cannot be read as a table"), (["long.csv", "project.json"], "Label Studio"),
                         (["empty.csv"], "empty.csv"), (["picture.png"], "picture.png")):
        upload(driver, *names)
        told = wait(driver, lambda: not find(driver, "#progress .working") and
                    words in text(driver, "#step-sheet .problem, #step-columns .problem") and
                    text(driver, ".problem") != "", 40)
        check("a file that is no sheet, %s: %s" % (names, text(driver, ".problem")[:160].replace("\n", " ")), told)
    upload(driver, "long.csv", "missing.csv")
    check("of two tables of different forms one is read, and the page says which is not",
          wait(driver, lambda: is_done(driver) and "1 file not read" in text(driver, "body"), 40))
    upload(driver, "long.csv")
    check("after them a good one is read", measured(driver, "long.csv"))
    driver.quit()
