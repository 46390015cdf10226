/**
 * The WebKit of Debian for the tests of pages, which is the engine of Safari, driven with WebDriver:
 * https://www.w3.org/TR/webdriver2/. It needs a display, so a virtual one is started with it.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ExecutionContext } from 'ava'
import { endWithProcess } from '../end-with-process.ts'
import { eventually } from '../eventually.ts'
import { findFreePort } from '../free-port.ts'
import { type BrowserPage, openBrowserPage } from './browser-page.ts'

const driver = '/usr/bin/WebKitWebDriver'
const display = '/usr/bin/Xvfb'
const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')

/** Returns why WebKit cannot be used here; undefined when it can. */
export function whyNoWebKit(): string | undefined {
  const missing = [driver, display].find((path) => !existsSync(path))
  if (missing !== undefined) return `there is no ${missing}`
  return browser === undefined ? 'there is no MiniBrowser of webkit2gtk-driver' : undefined
}

/** Opens a page in a new WebKit, which ends with the test. */
export async function openWebKitPage(t: ExecutionContext): Promise<BrowserPage> {
  const screen = start(t, display, ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'])
  const port = await findFreePort()
  start(t, driver, [`--port=${port}`], {
    DISPLAY: `:${await readLine(screen)}`,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // its sandbox needs rights that containers do not have
  })

  /** Sends a command and returns its value. Throws with the error of the browser. */
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }

  await eventually(() => send<object>('GET', '/status'))
  const alwaysMatch = {
    acceptInsecureCerts: true,
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch } })
  const session = `/session/${sessionId}`
  t.teardown(() => send('DELETE', session))
  return openBrowserPage({
    goto: (url) => send('POST', `${session}/url`, { url }),
    async evaluate(expression) {
      const answer = await send<{ result?: unknown; error?: string }>('POST', `${session}/execute/async`, {
        script: `const done = arguments[0]
          ;(async () => (await (${expression})) ?? null)().then((result) => done({ result }), (error) => done({ error: String(error) }))`,
        args: [],
      })
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.result
    },
    perform: (actions) => send('POST', `${session}/actions`, { actions }),
    resize: (width) => send('POST', `${session}/window/rect`, { width, height: 900 }),
  })
}

/** Starts a program that ends with the test. */
function start(t: ExecutionContext, program: string, args: readonly string[], variables: object = {}): Readable {
  const [command, commandArgs] = endWithProcess(program, args)
  const child = spawn(command, commandArgs, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...variables },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  t.teardown(async () => {
    child.kill()
    await ended
  })
  return child.stdout
}

/** Returns the first line of an output, and reads on, because a full pipe would stop the program. */
function readLine(output: Readable): Promise<string> {
  return new Promise((resolve) => output.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())))
}
