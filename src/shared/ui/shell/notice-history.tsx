/** The panel of the bell in the header: what was done in this session, the latest first, with the way back where there is one. */
import { Link } from '@carbon/react'
import '../styles/history.scss'
import type { Notification, NotificationActions } from '../feedback/notifications.tsx'
import { formatTime } from '../text/format.ts'
import { t } from '../text/t.ts'

type NoticeHistoryProps = Pick<NotificationActions, 'takeBack'> & { history: readonly Notification[] }

export default function NoticeHistory({ history, takeBack }: NoticeHistoryProps) {
  return (
    <>
      <p className="user-menu__name">{t('What was done')}</p>
      <ol className="history">
        {history.map((each) => (
          <li key={each.id} className={`history__entry history__entry--${each.kind}`}>
            <span className="quiet">{formatTime(each.at)}</span>
            <Link href={each.page}>{each.title}</Link>
            {each.text && <span>{each.text}</span>}
            {each.undo && (
              <button type="button" className="history__undo" onClick={() => takeBack(each)}>
                {t('Undo')}
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
