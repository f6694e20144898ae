/** Waits, for a minute at most, until the address answers with success. */
export async function untilUp(url) {
  for (let round = 0; round < 600; round++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not come up.`);
}
