/** The page of one guide, beside the list of all guides. */
import { decodePercent } from '../../../../../shared/lib/text/decode-percent.ts'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { GuideSummary } from '../../rest/index.ts'
import { buildResourceUrl, requestResource } from '../api/client.ts'
import { buildGuideLink } from '../routing/page-route.ts'
import { Markdown } from '../text/markdown.tsx'

const trail = [[t('Guides'), buildHashLink('guides')]] as const

export default function GuidePage({ guide: name }: { guide: string }) {
  const resource = useResource(name, async (signal) => {
    const [guide, guides] = await Promise.all([
      requestResource('GET /guides/:guide', { guide: name }, { signal }),
      requestResource('GET /guides', {}, { signal }),
    ])
    return { guide, guides }
  })

  return (
    <>
      <PageHeader trail={trail} title={resource.value?.guide.title ?? name} />
      <Loaded resource={resource}>
        {(value) => (
          <div className="api">
            <GuideNavigation guides={value.guides} selected={name} />
            <article className="api__text" aria-label={value.guide.title}>
              <Markdown
                text={value.guide.text}
                headingLevel={2}
                resolveImage={buildImageUrl}
                resolveRelative={(target) => findGuideTarget(target, value.guides, buildGuideLink)}
              />
            </article>
          </div>
        )}
      </Loaded>
    </>
  )
}

function GuideNavigation({ guides, selected }: { guides: readonly GuideSummary[]; selected: string }) {
  return (
    <nav className="operations" aria-label={t('Guides')}>
      {guides.map(({ name, title }) => (
        <a
          key={name}
          className={name === selected ? 'operation operation--on' : 'operation'}
          href={buildGuideLink(name)}
          aria-current={name === selected ? 'page' : undefined}
        >
          <span className="operation__name">{title}</span>
        </a>
      ))}
    </nav>
  )
}

function buildImageUrl(source: string): string | undefined {
  const path = findImagePath(source)
  return path && buildResourceUrl(`guide-images/${encodeURIComponent(path)}`)
}

/** Returns the path of an image below the folder, or undefined for an image of another place. */
function findImagePath(source: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(source)) return undefined
  const path = decodePercent(source.replace(/[?#].*$/s, '')).replace(/^(\.\/)+/, '')
  return path === '' || path.split('/').includes('..') ? undefined : path
}

/** Returns the target of a relative link: of `other.md` a guide, of `#/products` a page; undefined for others. */
function findGuideTarget(
  target: string,
  guides: readonly GuideSummary[],
  buildLink: (guide: string) => string,
): string | undefined {
  if (target.startsWith('#/')) return target
  const name = /^(?:\.\/)?([^/#?]+)\.md(?:#.*)?$/.exec(decodePercent(target))?.[1]
  return guides.some((each) => each.name === name) ? buildLink(name as string) : undefined
}
