/**
 * A stock Firefox for the tests of pages, driven with WebDriver BiDi over a web socket: https://w3c.github.io/webdriver-bidi/.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ExecutionContext } from 'ava'
import { type BrowserPage, openBrowserPage } from './browser-page.ts'

const executablePath = '/usr/bin/firefox-esr'

/** Returns why Firefox cannot be used here; undefined when it can. */
export function whyNoFirefox(): string | undefined {
  return existsSync(executablePath) ? undefined : `there is no ${executablePath}`
}

/** Opens a page in a new Firefox, which ends with the test. */
export async function openFirefoxPage(t: ExecutionContext): Promise<BrowserPage> {
  const session = await startFirefox(t)
  const { contexts } = await session.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  return openBrowserPage({
    goto: (url) => session.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const { result } = await session.send<{ result: { value?: string } }>('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      })
      return JSON.parse(result.value ?? 'null')
    },
    perform: (actions) => session.send('input.performActions', { context, actions }),
    resize: (width) => session.send('browsingContext.setViewport', { context, viewport: { width, height: 900 } }),
  })
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
