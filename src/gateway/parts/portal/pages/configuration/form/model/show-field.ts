/** Leads to a field of the form. */
import { buildFieldId, type ValuePath } from '../../schema/path-pattern.ts'

/** Opens what folds around a field, and moves the focus to it: to the nearest one around it when it has no field itself. */
export function showField(path: ValuePath): void {
  const found = findElement(path)
  if (!found) return
  const closed: HTMLDetailsElement[] = []
  for (let each: Element | null = found; each; each = each.parentElement)
    if (each instanceof HTMLDetailsElement && !each.open) closed.push(each)
  for (const each of closed) each.open = true
  if (closed.length > 0) return void requestAnimationFrame(() => showField(path)) // what is folded is drawn when it opens
  found.scrollIntoView({ block: 'center' })
  const control = found.matches('input, select, textarea, button')
    ? found
    : found.querySelector('input, select, textarea, summary')
  ;(control as HTMLElement | null)?.focus({ preventScroll: true })
}

function findElement(path: ValuePath): HTMLElement | null {
  if (path.length === 0) return null
  const id = buildFieldId(path)
  const found = ['', '-entry', '-fold'].map((end) => document.getElementById(id + end)).find((each) => each !== null)
  return found ?? findElement(path.slice(0, -1))
}
