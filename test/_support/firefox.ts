/**
 * A stock Firefox for the tests of pages, driven with WebDriver BiDi over a web socket: https://w3c.github.io/webdriver-bidi/.
 * It finds elements by role and name, as a screen reader does, and acts with a pointer and a keyboard.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ExecutionContext } from 'ava'
import { eventually } from './eventually.ts'

const executablePath = '/usr/bin/firefox-esr'

/** Returns why Firefox cannot be used here; undefined when it can. */
export function whyNoFirefox(): string | undefined {
  return existsSync(executablePath) ? undefined : `there is no ${executablePath}`
}

/** A role and the whole name of WAI-ARIA, or a selector of CSS. */
export type ElementName = { role: Role; name: string } | { selector: string }

type Role = keyof typeof selectors

/** The elements that have a role. */
const selectors = { button: 'button', heading: 'h1, h2, h3', link: 'a[href]', textbox: 'input, textarea' }

export interface FirefoxPage {
  goto(url: string): Promise<void>
  /** Waits until an element with the role and the name is on the page, and clicks into its middle. */
  click(element: ElementName): Promise<void>
  /** Clicks an element and types into it. */
  type(element: ElementName, text: string): Promise<void>
  press(key: 'Enter'): Promise<void>
  /** Waits until the element is on the page. */
  waitFor(element: ElementName): Promise<void>
  /** Waits until the text of the page contains `text`. */
  waitForText(text: string): Promise<void>
}

interface ElementReference {
  sharedId: string
}

const keyCodes = { Enter: '\uE007' } as const

/** Opens a page in a new Firefox, which ends with the test. */
export async function openFirefoxPage(t: ExecutionContext): Promise<FirefoxPage> {
  const session = await startFirefox(t)
  const { contexts } = await session.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context

  /** Returns elements of a role whose text or label has the name as a part. */
  async function findCandidates(role: Role, name: string): Promise<ElementReference[]> {
    const { result } = await session.send<{ result: { value: ElementReference[] } }>('script.callFunction', {
      target: { context },
      arguments: [
        { type: 'string', value: selectors[role] },
        { type: 'string', value: name },
      ],
      awaitPromise: false,
      serializationOptions: { maxDomDepth: 0 },
      functionDeclaration: `(selector, name) => [...document.querySelectorAll(selector)].filter((element) =>
        [element, ...(element.labels ?? [])].some((each) => (each.ariaLabel ?? each.textContent).includes(name)))`,
    })
    return result.value.map(({ sharedId }) => ({ sharedId }))
  }

  // Firefox needs seconds to compute the names of a whole page, so it computes those of a few elements.
  async function find(element: ElementName): Promise<ElementReference | undefined> {
    const startNodes = 'role' in element ? await findCandidates(element.role, element.name) : undefined
    if (startNodes?.length === 0) return undefined
    const { nodes } = await session.send<{ nodes: ElementReference[] }>('browsingContext.locateNodes', {
      context,
      locator:
        'selector' in element ? { type: 'css', value: element.selector } : { type: 'accessibility', value: element },
      maxNodeCount: 1,
      ...(startNodes && { startNodes }),
    })
    return nodes[0] && { sharedId: nodes[0].sharedId }
  }

  async function evaluate(expression: string): Promise<unknown> {
    const target = { context }
    const { result } = await session.send<{ result: { value: unknown } }>('script.evaluate', {
      expression,
      target,
      awaitPromise: true,
    })
    return result.value
  }

  async function waitFor(element: ElementName): Promise<ElementReference> {
    const found = await eventually(() => find(element))
    if (!found) throw new Error(`there is no ${Object.values(element).join(' ')} on the page`)
    return found
  }

  async function pressKeys(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await session.send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Scrolls the element into view and returns whether it stays in its place and nothing covers its middle. */
  async function isClickable(sharedId: string): Promise<boolean> {
    const { result } = await session.send<{ result: { value: unknown } }>('script.callFunction', {
      target: { context },
      arguments: [{ sharedId }],
      awaitPromise: true,
      functionDeclaration: `async (element) => {
        element.scrollIntoView({ block: 'center' })
        const before = element.getBoundingClientRect()
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
        const { x, y, width, height } = element.getBoundingClientRect()
        if (x !== before.x || y !== before.y) return false
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }`,
    })
    return result.value === true
  }

  async function click(element: ElementName): Promise<void> {
    const found = await eventually(async () => {
      const each = await find(element)
      return each && (await isClickable(each.sharedId)) ? each : undefined
    })
    if (!found) throw new Error(`there is no ${Object.values(element).join(' ')} to click`)
    const { sharedId } = found
    const origin = { type: 'element', element: { sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await session.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  return {
    click,
    goto: (url) => session.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async type(element, text) {
      await click(element)
      await pressKeys([...text])
    },
    press: (key) => pressKeys([keyCodes[key]]),
    waitFor: async (element) => void (await waitFor(element)),
    async waitForText(text) {
      const expression = `document.body.innerText.includes(${JSON.stringify(text)})`
      const found = await eventually(async () => (await evaluate(expression)) || undefined)
      if (!found) throw new Error(`there is no text "${text}" on the page`)
    },
  }
}

interface BidiSession {
  /** Sends a command and returns its result. Rejects with the error of the browser. */
  send<T = void>(method: string, params: object): Promise<T>
}

async function startFirefox(t: ExecutionContext): Promise<BidiSession> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank']
  const browser = spawn(executablePath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  const ended = new Promise((resolve) => browser.once('exit', resolve))
  t.teardown(async () => {
    browser.kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })

  for await (const line of createInterface({ input: browser.stderr })) {
    const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (url === undefined) continue
    browser.stderr.resume() // a full pipe would stop the browser
    const session = await connect(`${url}/session`)
    await session.send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
    return session
  }
  throw new Error('Firefox ended before it listened for WebDriver BiDi')
}

async function connect(url: string): Promise<BidiSession> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: BidiAnswer) => void>()
  let count = 0
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as BidiAnswer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  return {
    async send<T>(method: string, params: object) {
      count += 1
      const id = count
      const answered = new Promise<BidiAnswer>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const answer = await answered
      if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`)
      return answer.result as T
    },
  }
}

interface BidiAnswer {
  id: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  error?: string
  message?: string
}
