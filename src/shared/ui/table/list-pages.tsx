/** The pages of a list: which rows are shown, of how many, and the way to other pages. */
import { ChevronLeft, ChevronRight } from '@carbon/react/icons'
import type { ReactNode } from 'react'
import { ActionIconButton } from '../feedback/action-button.tsx'
import { t } from '../text/t.ts'

/** The number of rows on a page of a list. */
export const rowsPerPage = 50

/** Returns the rows of a page, or of the last page when there are fewer pages. Pages begin at 0. */
export function takePage<Row>(rows: readonly Row[], wanted: number): { page: number; shown: readonly Row[] } {
  const page = Math.max(0, Math.min(wanted, Math.ceil(rows.length / rowsPerPage) - 1))
  return { page, shown: rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage) }
}

export interface ListPagesProps {
  /** The page from 0. */
  page: number
  pageSize?: number
  /** The number of rows on this page. */
  shown: number
  /** The number of all rows, if it is known. */
  total: number | undefined
  /** Whether rows follow, where their number is not known. */
  more?: boolean
  setPage(page: number): void
  /** Content before the buttons. */
  children?: ReactNode
}

export function ListPages({ page, pageSize = rowsPerPage, shown, total, more, setPage, children }: ListPagesProps) {
  const first = page * pageSize + 1
  const last = first + shown - 1
  const follows = total === undefined ? more : last < total
  if (page === 0 && shown === 0) return null
  return (
    <nav className="list__pages" aria-label={t('Pages')}>
      <span role="status">
        {total === undefined
          ? t('{first} to {last}', { first, last })
          : t('{first} to {last} of {total}', { first, last, total })}
      </span>
      {children}
      {(page > 0 || follows) && (
        <StepButtons
          labels={[t('Previous page'), t('Next page')]}
          obstacles={[page === 0 && t('This is the first page.'), !follows && t('This is the last page.')]}
          step={(by) => setPage(page + by)}
        >
          <PageField key={page} page={page} pages={total && Math.ceil(total / pageSize)} setPage={setPage} />
        </StepButtons>
      )}
    </nav>
  )
}

/** The number of the page, which can be typed where the number of pages is known. */
function PageField({ page, pages, setPage }: { page: number; pages: number | undefined; setPage(page: number): void }) {
  if (pages === undefined) return <>{t('Page {page}', { page: page + 1 })}</>
  const go = (text: string) => Number(text) >= 1 && setPage(Math.min(Math.trunc(Number(text)), pages) - 1)
  return (
    <label className="list__page">
      {t('Page')}
      <input
        type="number"
        min={1}
        max={pages}
        defaultValue={page + 1}
        onBlur={({ target }) => go(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && go(currentTarget.value)}
      />
      {t('of {pages}', { pages })}
    </label>
  )
}

export interface StepButtonsProps {
  /** The names of the two buttons. */
  labels: readonly [previous: string, next: string]
  /** Why a button cannot be used; false if it can. */
  obstacles: readonly [previous: string | false, next: string | false]
  step(by: -1 | 1): void
  /** Content between the buttons. */
  children?: ReactNode
}

/** Buttons that lead to the previous and the next page or message. */
export function StepButtons({ labels, obstacles, step, children }: StepButtonsProps) {
  const button = (index: 0 | 1, icon: ReactNode) => (
    <ActionIconButton
      kind="ghost"
      size="sm"
      align="top"
      label={labels[index]}
      reason={obstacles[index]}
      onClick={() => step(index === 0 ? -1 : 1)}
    >
      {icon}
    </ActionIconButton>
  )
  return (
    <>
      {button(0, <ChevronLeft />)}
      {children}
      {button(1, <ChevronRight />)}
    </>
  )
}
