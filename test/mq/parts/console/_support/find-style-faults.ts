/** Opens pages by their URL, each as the first of its document, and lists what they lack: styles, reasons of controls. */
import { findMissingStyles } from '../../../../_support/missing-styles.ts'
import { findUnexplainedControls } from '../../../../_support/unexplained-controls.ts'
import type { Console } from './console.ts'
import { type ConsolePage, openDialogByKeyboard, waitForContent } from './pages.ts'

export async function findStyleFaults(
  { page, open }: Console,
  pages: readonly ConsolePage[],
): Promise<readonly string[]> {
  const faults: string[] = []
  async function check(where: string) {
    const found = [...(await findMissingStyles(page, 'console')), ...(await findUnexplainedControls(page))]
    faults.push(...found.map((each) => `${where}: ${each}`))
  }

  for (const { route, dialogs = [] } of pages) {
    await page.goto('about:blank')
    await open(route)
    await waitForContent(page)
    await check(route)
    for (const controls of dialogs) {
      await openDialogByKeyboard(page, controls)
      await check(`${route}: ${controls.map(([, name]) => name).join(', ')}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  return faults
}

/** Fills the queue ORDERS, whose page and depth are shown. */
export async function putOrder({ server }: Console): Promise<void> {
  const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
  await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from('an order'), format: 'MQSTR' })
  await connection?.close()
}
