import type { Page } from 'playwright-core'

/**
 * Returns the controls of a page that cannot be used and do not say why: those with `disabled`, which no keyboard
 * reaches, and those with `aria-disabled` that have no description.
 */
export async function findUnexplainedControls(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`(${listUnexplained})()`)) as string[]
}

const listUnexplained = `() => {
  const isExplained = (control) => (control.getAttribute('aria-describedby') ?? '').split(' ')
    .some((id) => document.getElementById(id)?.textContent.trim())
  return [...document.querySelectorAll('body :disabled, body [aria-disabled="true"]')]
    .filter((control) => control.matches(':disabled') || !isExplained(control))
    .map((control) => control.outerHTML.slice(0, 200))
}`
