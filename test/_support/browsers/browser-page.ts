/** A page in a browser other than Chromium, with what the tests need of it; `firefox.ts` and `webkit.ts` open one. */
import { eventually } from '../eventually.ts'

/** A role and the whole name, or a selector of CSS. */
export type ElementName = { role: keyof typeof selectors; name: string } | { selector: string }

/** The elements that have a role. */
const selectors = { button: 'button', heading: 'h1, h2, h3', link: 'a[href]', textbox: 'input, textarea' }

/** What a browser does for a page, whatever its protocol. */
export interface PageDriver {
  goto(url: string): Promise<void>
  /** Runs an expression of JavaScript in the page and returns what it resolves to, which JSON can hold. */
  evaluate(expression: string): Promise<unknown>
  /** Performs the sources of actions of WebDriver: https://www.w3.org/TR/webdriver2/#actions. */
  perform(sources: readonly object[]): Promise<void>
  /** Sets the width of the page in CSS pixels, as near as the browser can. */
  resize(width: number): Promise<void>
}

export interface BrowserPage extends Pick<PageDriver, 'goto' | 'evaluate' | 'resize'> {
  /** Waits until an element is on the page, stands still and is covered by nothing, and clicks into its middle. */
  click(element: ElementName): Promise<void>
  /** Clicks an element and types into it. */
  type(element: ElementName, text: string): Promise<void>
  press(key: 'Enter'): Promise<void>
  /** Waits until the element is on the page. */
  waitFor(element: ElementName): Promise<void>
  /** Waits until the text of the page contains `text`. */
  waitForText(text: string): Promise<void>
}

const keyCodes = { Enter: '\uE007' } as const

/** Returns the page of a driver. */
export function openBrowserPage({ goto, evaluate, perform, resize }: PageDriver): BrowserPage {
  /** Waits until an expression gives something other than null or false; throws with `missing` otherwise. */
  async function waitUntil<T>(expression: string, missing: string): Promise<T> {
    const found = await eventually(async () => ((await evaluate(expression)) || undefined) as T | undefined)
    if (found === undefined) throw new Error(missing)
    return found
  }

  async function pressKeys(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await perform([{ type: 'key', id: 'keyboard', actions }])
  }

  async function click(element: ElementName): Promise<void> {
    const { x, y } = await waitUntil<{ x: number; y: number }>(
      `(${findClickablePoint})(${finderOf(element)})`,
      `there is no ${Object.values(element).join(' ')} to click`,
    )
    const actions = [
      { type: 'pointerMove', x, y, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await perform([{ type: 'pointer', id: 'mouse', actions }])
  }

  return {
    click,
    goto,
    evaluate,
    resize,
    async type(element, text) {
      await click(element)
      await pressKeys([...text])
    },
    press: (key) => pressKeys([keyCodes[key]]),
    async waitFor(element) {
      await waitUntil(`Boolean(${finderOf(element)})`, `there is no ${Object.values(element).join(' ')} on the page`)
    },
    async waitForText(text) {
      await waitUntil(`document.body.innerText.includes(${JSON.stringify(text)})`, `there is no "${text}" on the page`)
    },
  }
}

/** Scrolls the element into view and returns its middle when it stays in its place and nothing covers it. */
const findClickablePoint = `async (element) => {
  if (!element) return null
  element.scrollIntoView({ block: 'center' })
  const before = element.getBoundingClientRect()
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  const { x, y, width, height } = element.getBoundingClientRect()
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const isStill = x === before.x && y === before.y
  return isStill && element.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null
}`

/** Returns the expression that finds an element: by selector, or by what a screen reader would call it. */
function finderOf(element: ElementName): string {
  if ('selector' in element) return `document.querySelector(${JSON.stringify(element.selector)})`
  return `[...document.querySelectorAll(${JSON.stringify(selectors[element.role])})].find((each) =>
    [each.ariaLabel, ...[...(each.labels ?? [])].map((label) => label.textContent), each.textContent]
      .some((name) => name?.trim() === ${JSON.stringify(element.name)}) && each.checkVisibility())`
}
