import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { openPage } from '../../../../_support/browser.ts'

export interface LoggedIn {
  page: Page
  /** Errors that the page has logged. */
  problems: readonly string[]
  /** Opens the page of a route: `#/file-transfer/agents`. */
  open(route: string): Promise<void>
}

/** Logs a user in at the console of the MQ web server at `origin`, in a browser page of its own. */
export async function logInToConsole(
  t: ExecutionContext,
  origin: string,
  user: string,
  password: string,
): Promise<LoggedIn> {
  const { page, problems } = await openPage(t, origin)
  await page.goto(`${origin}/ibmmq/console/`)
  await page.getByLabel('User Name').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: /^(Welcome|Transfers)/ }).waitFor()
  return {
    page,
    problems,
    async open(route) {
      await page.goto(`${origin}/ibmmq/console/${route}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  }
}
