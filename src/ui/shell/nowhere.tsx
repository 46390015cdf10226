/** For addresses that lead to no page. */
export function Nowhere() {
  return (
    <>
      <h1 className="page__title">Not found</h1>
      <p>
        There is no such page. <a href="#/home">Home</a>
      </p>
    </>
  )
}
