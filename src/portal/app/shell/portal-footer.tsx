/** The end of each page: how to get support, and the links of the brand. */
import { t } from '../../../ui/text/t.ts'
import { usePortalInfo } from '../session/portal-info.tsx'

export function PortalFooter() {
  const { supportEmail, supportUrl, links } = usePortalInfo().brand
  if (!supportEmail && !supportUrl && links.length === 0) return null
  return (
    <footer className="footer">
      <ul className="footer__links">
        {supportEmail && (
          <li>
            <a className="cds--link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </li>
        )}
        {supportUrl && <FooterLink title={t('Support')} url={supportUrl} />}
        {links.map(({ title, url }) => (
          <FooterLink key={`${title} ${url}`} title={title} url={url} />
        ))}
      </ul>
    </footer>
  )
}

function FooterLink({ title, url }: { title: string; url: string }) {
  return (
    <li>
      <a className="cds--link" href={url} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    </li>
  )
}
