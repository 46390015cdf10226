/** The head of an entry of a map: its name, which can be changed, and a button that removes the entry. */

import { IconButton } from '@carbon/react'
import { TrashCan } from '@carbon/react/icons'
import type { ReactNode } from 'react'
import { t } from '../../../../../ui/text/t.ts'

import { useForm } from '../model/form-context.ts'
import { MemberName, type MemberNameProps } from './member-name.tsx'

export interface MapEntryHeadProps extends MemberNameProps {
  /** Shown between the name and the button. */
  children?: ReactNode
}

export function MapEntryHead({ path, label, rename, children }: MapEntryHeadProps) {
  const model = useForm()
  return (
    <div className="entry__head">
      <MemberName path={path} label={label} rename={rename} />
      {children}
      <IconButton
        kind="ghost"
        size="md"
        label={t('Remove {name}', { name: String(path.at(-1)) })}
        align="left"
        onClick={() => model.edit([{ do: 'remove', path }])}
      >
        <TrashCan />
      </IconButton>
    </div>
  )
}
