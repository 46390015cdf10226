/** Grey lines in the place of content that is being loaded, which screen readers announce as "Loading". */
import { t } from '../text/t.ts'

export function LoadingIndicator({ small = false }: { small?: boolean }) {
  return (
    <div className={small ? 'waiting waiting--small' : 'waiting'} role="status">
      <span className="cds--visually-hidden">{t('Loading')}</span>
      {!small && <span className="waiting__line waiting__line--title" />}
      <span className="waiting__line" />
      <span className="waiting__line" />
      <span className="waiting__line" />
    </div>
  )
}
