// What the page adds for whoever runs scripts: the keyboard, and pages that renew themselves. Every verdict is still the
// form that stands in the page; its answer is the same whole page, of which what differs is swapped in.

const root = document.documentElement;
const { live, unsent, elsewhere, liveOn, liveOff } = document.body.dataset;
const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
root.classList.add("scripted-page");

// --- swapping ---------------------------------------------------------------------------------------------------------

const sent = new WeakMap(); // element -> the HTML the server sent for it
const remember = (within) => all("[data-list] > *, [data-swap]", within).forEach((each) => sent.set(each, each.outerHTML));
remember(document);

// Somebody types, or has typed: what they wrote must not be lost.
const busy = (element) =>
  all("textarea, input[type=search]", element).some((each) => each.value !== each.defaultValue || each === document.activeElement);

function swap(page, withNote) {
  for (const fresh of all("[data-swap]", page)) {
    const old = document.getElementById(fresh.id);
    if (old && sent.get(old) !== fresh.outerHTML && !busy(old)) replace(old, fresh);
  }
  const list = $("[data-list]"), newer = $("[data-list]", page);
  if (list && newer) swapList(list, newer);
  if (!$("#bulk") !== !$("#bulk", page)) $("#bulk") ? $("#bulk").remove() : list?.before(document.importNode($("#bulk", page), true));
  if (withNote) $("#note").replaceChildren(...$("#note", page).cloneNode(true).childNodes);
  if ($("#main", page) && !newer && list) $("#main").replaceWith(document.importNode($("#main", page), true));
  count();
}

function replace(old, fresh) {
  const html = fresh.outerHTML, made = document.importNode(fresh, true);
  old.replaceWith(made);
  sent.set(made, html);
  return made;
}

function swapList(list, newer) {
  const current = list.contains(document.activeElement) ? document.activeElement.closest("[data-card]") : null;
  const place = current ? cards().indexOf(current) : -1;
  const wanted = new Set([...newer.children].map((each) => each.id));
  for (const old of [...list.children]) {
    if (wanted.has(old.id)) continue;
    if (busy(old)) overtaken(old);
    else old.remove();
  }
  let last = null;
  for (const fresh of [...newer.children]) {
    let here = document.getElementById(fresh.id);
    if (!here) {
      here = document.importNode(fresh, true);
      sent.set(here, fresh.outerHTML);
    } else if (sent.get(here) !== fresh.outerHTML && !busy(here)) {
      const had = here.contains(document.activeElement), ticked = $(".tick", here)?.checked;
      here = replace(here, fresh);
      if (ticked) $(".tick", here).checked = true;
      if (had) here.focus({ preventScroll: true });
    }
    const next = last ? last.nextElementSibling : list.firstElementChild;
    if (next !== here) list.insertBefore(here, next);
    last = here;
  }
  if (place >= 0 && !document.contains(current)) focusCard(Math.min(place, cards().length - 1));
}

function overtaken(card) {
  if (card.classList.contains("gone")) return;
  card.classList.add("gone");
  const said = document.createElement("p");
  said.className = "meta";
  said.setAttribute("role", "status");
  said.textContent = elsewhere;
  card.append(said);
}

function complain(text) {
  const box = document.createElement("div"), words = document.createElement("p");
  box.className = "said bad";
  words.textContent = text;
  box.append(words);
  $("#note").replaceChildren(box);
}

// --- asking -----------------------------------------------------------------------------------------------------------

let asked = 0;

async function load(address, options, { note = false, keep = true } = {}) {
  const mine = ++asked;
  let answer, text;
  try {
    answer = await fetch(address, { credentials: "same-origin", ...options });
    text = await answer.text();
  } catch {
    if (note) complain(unsent);
    return false;
  }
  if (mine !== asked && !note) return false; // a newer answer is on its way
  const page = new DOMParser().parseFromString(text, "text/html");
  if (answer.status === 401 || !$("[data-live]", page)) {
    $("#main").replaceWith(document.importNode($("#main", page), true));
    return false;
  }
  if (!answer.ok) {
    complain($("#main", page)?.textContent.trim().replace(/\s+/g, " ") || unsent);
    return false;
  }
  swap(page, note);
  if (mine !== asked) renew(); // something newer may have been shown before this
  if (keep) {
    const shown = new URL(answer.url);
    shown.searchParams.delete("said");
    history.replaceState(null, "", shown);
  }
  return true;
}

const renew = () => load(location.href, {}, { keep: false });

// Verdicts go out one after the other, in the order of the keys; whoever types faster than the answers come goes on at the
// next card meanwhile.
let last = Promise.resolve(), underway = 0;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  const card = form.closest("[data-card]");
  const written = all("textarea", form).map((each) => [each, each.defaultValue]);
  for (const [each] of written) each.defaultValue = each.value; // on its way: nobody has to keep it any more
  if (card) leave(card);
  underway += 1;
  last = last.then(async () => {
    const done = await load(form.action, { method: "POST", body: fields }, { note: true });
    if (!done) for (const [each, before] of written) each.defaultValue = before;
    card?.classList.remove("leaving");
    underway -= 1;
  });
});

function leave(card) {
  const here = cards().indexOf(card);
  card.classList.add("leaving");
  const left = cards();
  (left[Math.min(here, left.length - 1)] ?? card).focus({ preventScroll: true });
  document.activeElement.scrollIntoView({ block: "nearest" });
}

const filter = $("[data-filter]");
let typing;
const choose = () => {
  const fields = new URLSearchParams(new FormData(filter));
  for (const [name, value] of [...fields]) if (!value) fields.delete(name);
  load(`${filter.getAttribute("action")}?${fields}`, {}, {}).then(() => all("input", filter).forEach((each) => (each.defaultValue = each.value)));
};
filter?.addEventListener("submit", (event) => (event.preventDefault(), choose()));
filter?.addEventListener("change", choose);
filter?.addEventListener("input", () => (clearTimeout(typing), (typing = setTimeout(choose, 200))));

// --- live -------------------------------------------------------------------------------------------------------------

let stream, later;
const soon = () => (clearTimeout(later), (later = setTimeout(renew, 1000))); // our own verdict, most likely: its answer is near
function listen() {
  if (!live || stream || document.hidden) return;
  stream = new EventSource(live);
  stream.addEventListener("open", () => state(true));
  stream.addEventListener("changed", () => (underway ? soon() : renew()));
  stream.addEventListener("error", () => {
    state(false);
    if (stream?.readyState === EventSource.CLOSED) (stream = null), renew(); // perhaps the session is over
  });
}
function state(on) {
  const shown = $("#live");
  if (!shown) return;
  shown.textContent = on ? liveOn : liveOff;
  shown.classList.toggle("on", on);
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) stream?.close(), (stream = null); // a browser keeps few connections; a hidden page needs none
  else listen(), renew();
});
listen();
if (matchMedia("(hover: hover)").matches && document.activeElement === document.body) $("[data-card]")?.focus({ preventScroll: true });

// --- keyboard ---------------------------------------------------------------------------------------------------------

const cards = () => all("[data-card]:not(.leaving)");
const currentCard = () => document.activeElement?.closest?.("[data-card]");
function focusCard(index) {
  const card = cards()[index];
  (card ?? $("#main")).focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
}
function step(by) {
  const here = cards().indexOf(currentCard());
  focusCard(here < 0 ? 0 : Math.max(0, Math.min(cards().length - 1, here + by)));
}
function press(key) {
  const card = currentCard() ?? (cards().length === 1 ? cards()[0] : null);
  const target = card && $(`[data-key="${key}"]`, card);
  if (!target) return false;
  if (target.localName === "summary") {
    const details = target.parentElement;
    details.open = !details.open;
    if (details.open) ($("textarea, [data-never]", details) ?? $("button", details))?.focus();
    else card.focus();
  } else target.click();
  return true;
}

let waiting = ""; // the first key of two
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const field = event.target.closest?.("input:not([type=checkbox]), textarea, select");
  if (event.key === "Escape") {
    const details = event.target.closest?.("details[open]") ?? $(".all-keys[open]");
    if (details) (details.open = false), (details.closest("[data-card]") ?? $("#main")).focus();
    else if (field) field.blur(), focusCard(0);
    return;
  }
  if (field) {
    if (event.key === "Enter" && field.localName === "textarea" && event.shiftKey) event.preventDefault(), $("button", field.closest("details, form")).click();
    return;
  }
  // The letter, or where it stands while another script (Hangul, say) is on.
  const key = /^[\x21-\x7e]$/.test(event.key) ? event.key : /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : event.key;
  if (act(key, event)) event.preventDefault();
});

function act(key, event) {
  const before = waiting;
  waiting = "";
  if (before === "g") return go({ i: 0, d: 1, a: 2 }[key]);
  const more = event.target.closest?.(".more[open]");
  const never = more && $(`[data-never="${key}"]`, more);
  if (never) return never.click(), true;
  if (key === "g") return (waiting = "g"), true;
  if (key === "j" || key === "ArrowDown") return step(1), true;
  if (key === "k" || key === "ArrowUp") return step(-1), true;
  if (key === "x") return tick();
  if (key === "/" || key === "?") return page(key);
  if (key === "u") return undo();
  return "adseno".includes(key) && key.length === 1 && press(key);
}
function go(place) {
  const link = all("#nav a")[place];
  link?.click();
  return Boolean(link);
}
function page(key) {
  const target = $(`[data-page-key="${key}"]`);
  if (target?.localName === "summary") target.click();
  else target?.focus();
  return Boolean(target);
}
function undo() {
  last.then(() => ($('#note [data-key="u"]') ?? (currentCard() && $('[data-key="u"]', currentCard())))?.click());
  return true;
}
function tick() {
  const box = currentCard() && $(".tick", currentCard());
  if (box) box.click(), currentCard().focus();
  return Boolean(box);
}

// --- many at once -----------------------------------------------------------------------------------------------------

function count() {
  const bulk = $("#bulk");
  if (!bulk) return;
  const chosen = all(".tick:checked").length, words = $("[data-count]", bulk);
  bulk.classList.toggle("some", chosen > 0);
  words.textContent = words.dataset.count.replace("#", chosen);
}
document.addEventListener("change", (event) => event.target.matches(".tick") && count());
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-all]")) return;
  const boxes = all(".tick"), on = boxes.some((each) => !each.checked);
  boxes.forEach((each) => (each.checked = on));
  count();
});
