/**
 * Replaces the positioning library of Carbon's popovers in the build (its bytes: `docs/decisions/carbon-parts.md`). Popovers of
 * the pages never use `autoAlign`, the option that needs it: their styles place them.
 */
import { useCallback, useMemo, useRef } from 'react'

const noStyles = {}
const noElements = {}

/** Holds the element of the popover and computes no position. */
export function useFloating() {
  const floating = useRef<HTMLElement | null>(null)
  const setFloating = useCallback((element: HTMLElement | null) => {
    floating.current = element
  }, [])
  const refs = useMemo(() => ({ floating, setFloating, setReference: ignore }), [setFloating])

  return {
    refs,
    elements: noElements,
    update: ignore,
    floatingStyles: noStyles,
    placement: 'bottom',
    middlewareData: noStyles,
  }
}

/** The options of `autoAlign`, which have no effect. */
export { ignore as arrow, ignore as autoUpdate, ignore as flip, ignore as hide, ignore as offset }

function ignore(): void {}
