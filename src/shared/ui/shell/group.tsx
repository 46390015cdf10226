/** A part of a page with a heading. */
import { type ReactNode, useId } from 'react'

export interface GroupProps {
  title: ReactNode
  /** The level of the heading. */
  level?: 2 | 3
  className?: string
  children?: ReactNode
}

export function Group({ title, level = 2, className = 'group', children }: GroupProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={className} aria-labelledby={id}>
      <Heading className="group__title" id={id}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
