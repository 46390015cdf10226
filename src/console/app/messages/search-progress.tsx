/** How far a search has read the queue, with a button that goes on. */
import { Button } from '@carbon/react'

import type { MessagePage } from '../../../contract/console/messages.ts'
import { t } from '../../../ui/text/t.ts'
import { countMessages } from './message-texts.ts'

export interface SearchProgressProps {
  page: MessagePage
  goOn: (() => void) | undefined
}

export function SearchProgress({ page: { searched = 0, total }, goOn }: SearchProgressProps) {
  const isPartial = goOn !== undefined && total !== undefined
  return (
    <div className="messages__pages">
      <span role="status">
        {isPartial
          ? t('{searched} of {total} messages searched', { searched, total: Math.max(searched, total) })
          : t('{messages} searched', { messages: countMessages(searched) })}
      </span>
      {goOn && (
        <Button kind="tertiary" size="sm" onClick={goOn}>
          {t('Search on')}
        </Button>
      )}
    </div>
  )
}
