import { answersWith } from './_support/catalogue.ts'
import { portalTest } from './_support/portal.ts'
import type { Answers } from './_support/stand-in.ts'

const base = answersWith()
const answers: Answers = {
  ...base,
  'GET /session': { ...(base['GET /session'] as object), editsDocuments: false } as never,
}

portalTest('the palette leads to an API by the keyboard alone', { answers }, async (t, { page, open }) => {
  await open('#/home')
  await page.getByRole('button', { name: 'Command palette (Ctrl+K)' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.fill('api customer')
  await page.getByRole('option', { name: /API/, selected: true }).waitFor()
  await field.press('Enter')
  await page.waitForURL(/#\/apis\//)
  t.pass()
})
