/**
 * Shows a text in Markdown (CommonMark with the tables of GitHub).
 *
 * The library only parses: its tokens become elements, never HTML, so markup in the text cannot run and the
 * page's policy `trusted-types 'none'` stays. HTML tags in the text are shown as text, except for a few without
 * attributes.
 */
import { type MarkedToken, marked, type Token } from 'marked'
import { createContext, Fragment, type ReactNode, use } from 'react'
import { resolveLink } from './safe-link.ts'
import { findSimpleElement, joinSimpleTags } from './simple-tags.ts'

export interface MarkdownProps {
  text: string | undefined
  /** The level of the highest heading in the text; deeper ones follow. */
  headingLevel?: 2 | 3 | 4 | 5
  /** Returns the URL of an image of this origin, or undefined to show a link in its place. */
  resolveImage?: ((source: string) => string | undefined) | undefined
  /** Returns the target of a relative link, or undefined to show its text only. */
  resolveRelative?: ((target: string) => string | undefined) | undefined
}

type Place = Required<Pick<MarkdownProps, 'headingLevel'>> & Pick<MarkdownProps, 'resolveImage' | 'resolveRelative'>
const PlaceContext = createContext<Place>({ headingLevel: 4 })

export function Markdown({ text, headingLevel = 4, resolveImage, resolveRelative }: MarkdownProps) {
  if (!text) return null
  return (
    <PlaceContext value={{ headingLevel, resolveImage, resolveRelative }}>
      <div className="markdown">
        <Tokens tokens={marked.lexer(text, { gfm: true })} />
      </div>
    </PlaceContext>
  )
}

function Tokens({ tokens = [] }: { tokens: Token[] | undefined }): ReactNode {
  return joinSimpleTags(tokens as MarkedToken[]).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text never move
    <Fragment key={index}>
      {'element' in token ? <SimpleElement name={token.element} tokens={token.tokens} /> : <One token={token} />}
    </Fragment>
  ))
}

function SimpleElement({ name, tokens }: { name: string; tokens: Token[] }) {
  const Element = findSimpleElement(name)
  return Element === 'br' ? (
    <br />
  ) : (
    <Element>
      <Tokens tokens={tokens} />
    </Element>
  )
}

/** The elements of tokens that only wrap others. */
const wrappers = { paragraph: 'p', blockquote: 'blockquote', strong: 'strong', em: 'em', del: 'del' } as const

function One({ token }: { token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    case 'paragraph':
    case 'blockquote':
    case 'strong':
    case 'em':
    case 'del': {
      const Wrapper = wrappers[token.type]
      return (
        <Wrapper>
          <Tokens tokens={token.tokens} />
        </Wrapper>
      )
    }
    case 'heading':
      return <Heading depth={token.depth} tokens={token.tokens} />
    case 'code':
      return (
        <pre className="markdown__code">
          <code>{token.text}</code>
        </pre>
      )
    case 'list':
      return <List list={token} />
    case 'table':
      return <MarkdownTable table={token} />
    case 'hr':
      return <hr />
    case 'html':
      return token.block ? <p>{token.text.trim()}</p> : token.text
    case 'codespan':
      return <code>{decodeEntities(token.text)}</code>
    case 'br':
      return <br />
    case 'link':
      return (
        <Link href={token.href}>
          <Tokens tokens={token.tokens} />
        </Link>
      )
    case 'image':
      return <Image source={token.href} text={token.text} />
    case 'text':
      return 'tokens' in token && token.tokens ? <Tokens tokens={token.tokens} /> : decodeEntities(token.text)
    case 'escape':
      return token.text
    default:
      return (token as Token).raw
  }
}

function Heading({ depth, tokens }: { depth: number; tokens: Token[] }) {
  const { headingLevel } = use(PlaceContext)
  const Tag = `h${Math.min(6, headingLevel + depth - 1)}` as 'h2'
  return (
    <Tag className={`markdown__heading markdown__heading--${Math.min(3, depth)}`}>
      <Tokens tokens={tokens} />
    </Tag>
  )
}

function List({ list }: { list: Extract<MarkedToken, { type: 'list' }> }) {
  const items = list.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never move
    <li key={index}>
      <Tokens tokens={item.tokens} />
    </li>
  ))
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>
}

function MarkdownTable({ table }: { table: Extract<MarkedToken, { type: 'table' }> }) {
  return (
    <div className="markdown__table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
              <th key={index} scope="col">
                <Tokens tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
            <tr key={at}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                <td key={index}>
                  <Tokens tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  const { resolveRelative } = use(PlaceContext)
  const target = resolveLink(href, resolveRelative)
  return target ? (
    <a className="cds--link markdown__link" {...target}>
      {children}
    </a>
  ) : (
    children
  )
}

/** Other origins learn nothing about the reader: their images are links. */
function Image({ source, text }: { source: string; text: string }) {
  const { resolveImage } = use(PlaceContext)
  const own = resolveImage?.(source)
  if (own !== undefined) return <img className="markdown__image" src={own} alt={text} loading="lazy" />
  return <Link href={source}>{text || source}</Link>
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
}
