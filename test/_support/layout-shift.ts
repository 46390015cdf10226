import type { Page } from 'playwright-core'

/** Returns the sum of the layout shifts that no input caused: a page under 0.1 is good. */
export async function readLayoutShift(page: Page): Promise<number> {
  return Number(await page.evaluate(readShift))
}

const readShift = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve(sum)))
})`
