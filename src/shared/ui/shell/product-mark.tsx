/** The mark of the product: a sluice that narrows. */
export function ProductMark({ className = 'header__mark' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path fill="#4589ff" d="M2 4h28v4H2zm3 7h22v4H5zm4 7h14v4H9zm4 7h6v4h-6z" />
    </svg>
  )
}
