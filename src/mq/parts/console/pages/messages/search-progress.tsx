/** How far a search for messages has come, with buttons that continue it. */
import { Button } from '@carbon/react'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessagePage } from '../../contract/messages.ts'
import { countMessages } from './message-texts.ts'
import type { MessageList } from './use-message-list.ts'

export type SearchProgressProps = { page: MessagePage } & Pick<MessageList, 'goOn' | 'isSearchingOn' | 'searchOn'>

export function SearchProgress({ page, goOn, isSearchingOn, searchOn }: SearchProgressProps) {
  const { searched = 0, total } = page
  const isPartial = (goOn !== undefined || isSearchingOn) && total !== undefined
  return (
    <div className="list__pages">
      <span role="status">
        {isPartial
          ? t('{searched} of {total} messages searched', { searched, total: Math.max(searched, total) })
          : t('{messages} searched', { messages: countMessages(searched) })}
      </span>
      {isSearchingOn && isPartial && (
        <progress value={searched} max={Math.max(searched, total)} aria-label={t('Progress')} />
      )}
      {goOn && !isSearchingOn && (
        <Button kind="tertiary" size="sm" onClick={goOn}>
          {t('Search on')}
        </Button>
      )}
      {(goOn || isSearchingOn) && (
        <Button kind="ghost" size="sm" onClick={() => searchOn(!isSearchingOn)}>
          {isSearchingOn ? t('Stop') : t('Search to the end')}
        </Button>
      )}
    </div>
  )
}
