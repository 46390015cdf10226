/** The search of the documentation. The index is loaded when the field gets the focus. */
const root = document.documentElement.dataset.root ?? ''
const input = document.querySelector('#search')
const results = document.querySelector('#results')
let sections

async function load() {
  sections ??= fetch(`${root}search.json`).then((response) => response.json())
  return sections
}

/** Returns the sections that have every word, those with the words in their heading first. */
export function findSections(all, query, most = 20) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return all
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((first, second) => second.score - first.score)
    .slice(0, most)
    .map(({ section }) => section)
}

function scoreOf({ heading, page, text }, words) {
  let score = 0
  for (const word of words) {
    const inHeading = heading.toLowerCase().includes(word)
    const inPage = page.toLowerCase().includes(word)
    const at = text.toLowerCase().indexOf(word)
    if (!inHeading && !inPage && at < 0) return 0
    score += (inHeading ? 20 : 0) + (inPage ? 8 : 0) + (at < 0 ? 0 : 3 - Math.min(2, at / 1000))
  }
  return score
}

/** Returns the part of a text around the first word that is found. */
function excerpt(text, query) {
  const [word = ''] = query.toLowerCase().split(/\s+/)
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 50)
  return `${at > 0 ? '… ' : ''}${text.slice(at, at + 140)}${text.length > at + 140 ? ' …' : ''}`
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

async function show() {
  const query = input.value.trim()
  const found = query === '' ? [] : findSections(await load(), query)
  if (query !== input.value.trim()) return // typed meanwhile
  const rows = found.map(({ url, page, heading, text }) => {
    const where = heading === page ? '' : `${page} · `
    const link = element('a', { href: root + url }, heading, element('small', {}, where + excerpt(text, query)))
    return element('li', {}, link)
  })
  results.replaceChildren(...(rows.length > 0 ? rows : [element('li', {}, 'Nothing is found.')]))
  results.hidden = query === ''
}

input.addEventListener('focus', load)
input.addEventListener('input', show)
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== input) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape') results.hidden = true
  const links = [...results.querySelectorAll('a')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (results.hidden || step === undefined) return
  event.preventDefault()
  const next = links.indexOf(document.activeElement) + step
  if (next < 0) input.focus()
  else links[next]?.focus()
})
document.addEventListener('click', ({ target }) => {
  if (!target.closest('[role="search"]') || target.closest('#results')) results.hidden = true
})
