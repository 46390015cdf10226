/** `npm run bench -- --quick` runs every row in under 15 minutes: fewer rounds and starts, and a tenth of the large numbers. */
export const isQuick = process.argv.includes('--quick')

if (isQuick) {
  process.env.BENCH_ROUNDS ??= '2'
  process.env.BENCH_SECONDS ??= '2'
  process.env.BENCH_SCALE ??= '0.1'
  process.env.BENCH_STARTS ??= '3'
}
