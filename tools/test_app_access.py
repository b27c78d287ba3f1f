# Whether the page can be used with the keyboard and a screen reader, and read by all: part of make test-app.
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from test_app_driver import By, browser, check, download, find, is_done, text, wait

# Roles of the accessibility tree that must have a name.
NAMED = {"button", "textbox", "combobox", "checkbox", "radio", "link", "listbox", "DisclosureTriangle", "region",
         "image", "table", "group", "menuitem", "spinbutton"}
NEED_NOT = {"table", "group"}

# Elements that Tab should reach, in the order of the document.
REACHABLE = """
  return Array.from(document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]"))
    .filter(function (e) {
      return e.tabIndex >= 0 && !e.disabled && (e.id === "file" || e.getClientRects().length) && e.checkVisibility();
    });"""

# Texts whose contrast to what is behind them is less than 4.5, or 3 if they are large.
CONTRAST = """
  var numbers = function (color) {
    var n = (color.match(/[0-9.]+/g) || []).map(Number);
    return n.length === 3 ? n.concat(1) : n;
  };
  var over = function (top, below) {
    return [0, 1, 2].map(function (i) { return top[3] * top[i] + (1 - top[3]) * below[i]; }).concat(1);
  };
  var light = function (c) {
    var l = c.slice(0, 3).map(function (v) {
      v = v / 255;
      return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
  };
  var behind = function (e) {
    if (!e) return [255, 255, 255, 1];
    var own = numbers(getComputedStyle(e).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(e.parentElement));
  };
  var found = [];
  document.querySelectorAll("body *").forEach(function (e) {
    var own = Array.from(e.childNodes).some(function (n) { return n.nodeType === 3 && n.textContent.trim(); });
    if (e.matches("input[type=text], textarea, select")) own = true;
    if (!own || !e.checkVisibility() || !e.getClientRects().length || e.closest("svg, script, style, .stale")) return;
    var style = getComputedStyle(e), back = behind(e), front = over(numbers(style.color), back);
    var a = light(front), b = light(back), size = parseFloat(style.fontSize);
    var ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    var large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    if (ratio < (large ? 3 : 4.5)) found.push(ratio.toFixed(2) + " " + e.outerHTML.slice(0, 80));
  });
  return found;"""

FOCUS = """
  var e = document.activeElement;
  if (!e || e === document.body) return null;
  var seen = e.id === "file" ? e.closest(".input-group") || document.querySelector("#step-sheet .input-group") : e;
  var style = getComputedStyle(seen);
  return { place: window.reachable.indexOf(e), html: e.outerHTML.slice(0, 90),
           visible: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 };"""


def press(driver, *keys):
    ActionChains(driver).send_keys(*keys).perform()


def check_access(driver, where):
    """What holds for the whole page as it is now."""
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    nameless = [node["role"]["value"] for node in tree if not node.get("ignored") and
                node.get("role", {}).get("value") in NAMED - NEED_NOT and not node.get("name", {}).get("value")]
    check("%s: every control has a name %s" % (where, nameless or ""), not nameless)
    plain = driver.execute_script("""
      var has = function (table) { return table.querySelector("thead th") !== null; };
      return {
        lang: document.documentElement.lang,
        tabindex: Array.from(document.querySelectorAll("[tabindex]"))
          .filter(function (e) { return e.tabIndex > 0; }).length,
        bare: Array.from(document.querySelectorAll("table")).filter(function (e) { return !has(e); }).length,
        ids: Array.from(document.querySelectorAll("[id]")).map(function (e) { return e.id; })
          .filter(function (id, i, all) { return all.indexOf(id) !== i; })
      };""")
    check("%s: the page has a language" % where, plain["lang"] == "en")
    check("%s: no element is before its place in the order of Tab" % where, plain["tabindex"] == 0)
    check("%s: every table has headers" % where, plain["bare"] == 0)
    check("%s: no id occurs twice %s" % (where, plain["ids"] or ""), not plain["ids"])
    faint = driver.execute_script(CONTRAST)
    check("%s: contrast is at least 4.5 %s" % (where, faint[:5] or ""), not faint)
    check_tab(driver, where)


def check_tab(driver, where):
    """Tab reaches each control once, in the order of the page, and the focus is seen."""
    driver.execute_script("document.activeElement.blur(); window.scrollTo(0, 0);")
    n = driver.execute_script("window.reachable = (function () {%s})(); return window.reachable.length;" % REACHABLE)
    driver.execute_script("window.getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus();"
                          "document.body.removeAttribute('tabindex');")
    seen = []
    for _ in range(n + 5):
        press(driver, Keys.TAB)
        now = driver.execute_script(FOCUS)
        if now is None or seen and now["place"] == seen[0]["place"]:
            break
        seen.append(now)
    places = [one["place"] for one in seen]
    check("%s: Tab reaches all %d controls in order %s" % (where, n, "" if places == list(range(n)) else places),
          places == list(range(n)))
    hidden = [one["html"] for one in seen if not one["visible"]]
    check("%s: the focus is visible %s" % (where, hidden or ""), not hidden)


def tab_to(driver, css, most=80):
    for _ in range(most):
        if driver.execute_script("return document.activeElement.matches(arguments[0])", css):
            return True
        press(driver, Keys.TAB)
    return False


def check_keys():
    """From the empty page to a table for Word without a mouse; what happens is said."""
    driver = browser(1280)
    driver.execute_script("""
      window.said = [];
      new MutationObserver(function () {
        window.said.push(document.getElementById("progress").textContent);
      }).observe(document.getElementById("progress"), { childList: true, subtree: true, characterData: true });""")
    check("keys: what is done is said", driver.execute_script(
        "var e = document.getElementById('progress'); return e.getAttribute('role') + e.getAttribute('aria-live')"
    ) == "statuspolite")
    check("keys: the first stop skips to the results", tab_to(driver, "a.skip", 1) or
          tab_to(driver, "a.skip", 1))
    check("keys: files can be chosen", tab_to(driver, "#file"))
    check("keys: cells can be pasted", tab_to(driver, "#step-sheet summary"))
    press(driver, Keys.ENTER)
    tab_to(driver, "#paste")
    press(driver, "id,ann,bob,cat\n" + "\n".join(
        "t%d,%d,%d,%d" % (i, 1 + i % 5, 1 + i % 5, 1 + (i + i // 8) % 5) for i in range(20)))
    tab_to(driver, "#use-cells")
    press(driver, Keys.SPACE)
    check("keys: a level is asked for", wait(driver, lambda: find(driver, ".question .problem[role=alert]")))
    check("keys: a level can be chosen", tab_to(driver, ".question select"))
    press(driver, "ordinal")
    press(driver, Keys.TAB)
    check("keys: the results are there", wait(driver, lambda: is_done(driver)))
    check("keys: the focus stays in the form", driver.execute_script(
        "return document.activeElement !== document.body"))
    check("keys: the results are said", wait(driver, lambda: driver.execute_script(
        "return window.said.some(function (text) { return /up to date/.test(text); })"), 10))
    check("keys: the table can be saved", tab_to(driver, "[data-set=save][data-key=docx]"))
    download(driver, "docx", "agreement.docx", click=lambda: press(driver, Keys.ENTER))
    driver.quit()
