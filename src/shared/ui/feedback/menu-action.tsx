/** An item of an overflow menu that says why it cannot be used now. */
import { OverflowMenuItem } from '@carbon/react'
import type { ComponentProps } from 'react'
import { type Explained, useReason } from './action-button.tsx'

/** The menu hands its own properties to its items. */
export function MenuAction({ reason, itemText, ...props }: Explained<ComponentProps<typeof OverflowMenuItem>>) {
  const { attributes, tip } = useReason({ reason })
  if (!tip) return <OverflowMenuItem {...props} itemText={itemText} />
  const text = (
    <>
      <span className="cds--overflow-menu-options__option-content">{itemText}</span>
      {tip}
    </>
  )
  const style = 'cds--overflow-menu-options__option--disabled'
  return <OverflowMenuItem {...props} {...attributes} wrapperClassName={style} itemText={text} closeMenu={() => {}} />
}
