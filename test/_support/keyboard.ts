/** Walks through a page with the Tab key, as a user without a mouse does. */
import type { Page } from 'playwright-core'

/** The parts of a page that a walk can be limited to, with their selectors. */
const roots = { main: 'main', dialog: 'dialog[open]', page: 'body' } as const

interface Walk {
  /** The controls that Tab must reach. */
  expected: readonly string[]
}

interface Stop {
  control: string
  isVisible: boolean
}

/** Returns what is wrong for keyboards inside of an element: controls out of Tab's reach, and an invisible focus. */
export async function findKeyboardFaults(page: Page, within: keyof typeof roots): Promise<readonly string[]> {
  const { expected } = (await page.evaluate(`(${prepareWalk})(${JSON.stringify(roots[within])})`)) as Walk
  // A few presses more, for stops that are no controls of the list.
  for (let press = 0; press < expected.length + 3; press += 1) await page.keyboard.press('Tab')
  const stops = (await page.evaluate('window.stops')) as readonly Stop[]

  const reached = new Set(stops.map(({ control }) => control))
  const invisible = stops.filter(({ isVisible }) => !isVisible)
  return [
    ...expected.filter((control) => !reached.has(control)).map((control) => `Tab does not reach ${control}`),
    ...invisible.map(({ control }) => `the focus on ${control} is not visible`),
  ]
}

/** Puts the focus before the first control of the page. */
export async function startAtTop(page: Page): Promise<void> {
  await page.evaluate(`(${prepareWalk})('body')`)
}

/** Presses Tab until the element of a selector has the focus. Throws when Tab does not reach it. */
export async function tabThrough(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 100; press += 1) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}

/**
 * Lists the controls of an element, records each one that gets the focus from now on and whether it looks different
 * with it, and puts the focus before the first.
 */
const prepareWalk = `(selector) => {
  const root = document.querySelector(selector)
  window.walk?.abort()
  window.walk = new AbortController()
  window.stops = []
  document.activeElement.blur()

  const finish = () => {
    for (const each of document.getAnimations())
      if (Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish()
  }
  const lookOf = (element) => {
    const labels = [...(element.labels ?? [])].flatMap((label) => [label, ...label.querySelectorAll('*')])
    const around = [element, element.parentElement, element.nextElementSibling, ...labels].filter(Boolean)
    const styles = around.flatMap((each) => ['', '::before', '::after'].map((part) => getComputedStyle(each, part)))
    const members = ['outline', 'boxShadow', 'border', 'backgroundColor', 'textDecoration', 'opacity']
    return styles.flatMap((style) => members.map((member) => style[member])).join()
  }
  const isControl = (element) => {
    if (element.disabled || element.tabIndex < 0 || element.closest('[inert], [aria-hidden="true"]')) return false
    if (element.getBoundingClientRect().width === 0) return false
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    // Tab reaches one radio button of each group.
    if (element.type !== 'radio') return true
    const group = [...root.querySelectorAll('[type="radio"]')].filter(({ name }) => name === element.name)
    return element === (group.find(({ checked }) => checked) ?? group[0])
  }

  finish()
  const controls = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(isControl)
  const looks = new Map(controls.map((element) => [element, lookOf(element)]))
  // The names stay as they are now: a list may get its entries while the walk is on its way.
  const names = new Map(controls.map((element, index) => {
    const text = element.ariaLabel || element.textContent.trim() || element.id
    return [element, index + 1 + ' ' + element.tagName.toLowerCase() + ' "' + text.slice(0, 40) + '"']
  }))
  root.addEventListener('focusin', ({ target }) => {
    if (!looks.has(target)) return
    finish()
    window.stops.push({ control: names.get(target), isVisible: lookOf(target) !== looks.get(target) })
  }, { signal: window.walk.signal })

  const start = document.createElement('span')
  start.tabIndex = -1
  // With a width it counts as visible, so that a page that opened just now leaves the focus here.
  start.style.display = 'inline-block'
  start.style.width = '1px'
  start.onblur = () => start.remove()
  root.prepend(start)
  start.focus()
  return { expected: [...names.values()] }
}`
