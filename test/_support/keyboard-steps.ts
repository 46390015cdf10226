/** Does a task with the keyboard alone, and counts its steps: each pressed control and each filled field is one. */
import type { Locator, Page } from 'playwright-core'

export interface KeyboardSteps {
  /** Presses a key on a control, Enter by default. */
  press(control: Locator, key?: string): Promise<void>
  type(field: Locator, text: string): Promise<void>
  count(): number
}

/** The presses of Tab within which a control must be reached. */
const mostTabs = 120

export function createKeyboardSteps(page: Page): KeyboardSteps {
  let count = 0

  async function reach(control: Locator): Promise<void> {
    await control.waitFor()
    const focused = control.and(page.locator(':focus'))
    for (let tabs = 0; tabs < mostTabs; tabs++) {
      if ((await focused.count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${control}`)
  }

  return {
    async press(control, key = 'Enter') {
      await reach(control)
      await page.keyboard.press(key)
      count++
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.insertText(text)
      count++
    },
    count: () => count,
  }
}
