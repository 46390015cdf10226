/** The page for a URL that no page has. */
export function NotFoundPage() {
  return (
    <>
      <h1 className="page__title">Not found</h1>
      <p>
        There is no such page. <a href="#/home">Home</a>
      </p>
    </>
  )
}
