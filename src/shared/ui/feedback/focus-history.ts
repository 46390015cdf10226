/**
 * Remembers which elements had the focus, so that the focus returns to a sensible place when its element disappears: a
 * dialog closes whose menu item is gone, or a page replaces another one.
 */

import { type RefObject, use, useLayoutEffect } from 'react'
import { Shown } from './shown.ts'

const maxRemembered = 20 // more than a menu has items

/** The elements that had the focus, the latest last. */
let focused: WeakRef<HTMLElement>[] = []

addEventListener(
  'focusin',
  ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('dialog')) return
    focused = [...focused, new WeakRef(target)].slice(-maxRemembered)
  },
  true, // before `withoutTooltips` stops the event
)

/** Shows a component's modal dialog. The focus is first on what `findFirst` returns, and at last where it was. */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  findFirst?: (dialog: HTMLDialogElement) => HTMLElement | null,
): void {
  const isShown = use(Shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first focus is that of the first rendering
  useLayoutEffect(() => {
    if (!isShown || !element.current) return
    const hide = showModal(element.current)
    findFirst?.(element.current)?.focus()
    return hide
  }, [isShown])
}

function showModal(dialog: HTMLDialogElement): () => void {
  const remembered = focused.toReversed()
  if (!dialog.open) dialog.showModal()
  return () => {
    withoutTooltips(() => dialog.close())
    restoreFocus(remembered)
  }
}

/**
 * Focuses the first element that is still on the page, and otherwise the heading of the page. Does nothing when the
 * focus is somewhere after the elements of this turn have been rendered.
 */
function restoreFocus(remembered: readonly WeakRef<HTMLElement>[]): void {
  requestAnimationFrame(() => {
    if (hasFocus()) return
    const visible = remembered.map((each) => each.deref()).find((each) => each && isFocusable(each))
    if (visible) withoutTooltips(() => visible.focus())
    else focusHeading()
  })
}

/** Puts the focus back on a button without its tooltip, which would cover the buttons beside it. */
function withoutTooltips(focusBack: () => void): void {
  const stop = (event: Event) => event.stopImmediatePropagation()
  addEventListener('focusin', stop, true)
  focusBack()
  removeEventListener('focusin', stop, true)
}

/** Focuses the heading of the page, unless an element of the page has the focus. */
export function focusHeading(): void {
  if (hasFocus()) return
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Returns whether an element that is visible has the focus. */
function hasFocus(): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && isVisible(activeElement)
}

function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && isVisible(element) && !element.matches(':disabled')
}

/** Returns whether an element is drawn, also inside of a closed navigation. */
function isVisible(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
}
