/** How far a search has read the queue, with a button that goes on. */
import { Button } from '@carbon/react'

import type { MessagePage } from '../api/messages.ts'
import { transferTexts as texts } from '../wording/transfer-texts.ts'

export interface SearchProgressProps {
  page: MessagePage
  goOn: (() => void) | undefined
}

export function SearchProgress({ page: { searched = 0, total }, goOn }: SearchProgressProps) {
  const isPartial = goOn !== undefined && total !== undefined
  return (
    <div className="messages__pages">
      <span role="status">
        {isPartial ? texts.searchedOf(searched, Math.max(searched, total)) : texts.searched(searched)}
      </span>
      {goOn && (
        <Button kind="tertiary" size="sm" onClick={goOn}>
          {texts.searchOn}
        </Button>
      )}
    </div>
  )
}
