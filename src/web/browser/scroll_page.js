// Once through the page, so that pictures that wait to be seen are loaded.
async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 60));
  const root = document.documentElement;
  for (let step = 0, y = 0; step < 15 && y < root.scrollHeight; ++step, y += innerHeight * 0.9) {
    scrollTo(0, y);
    await pause();
  }
  scrollTo(0, 0);
  await pause();
  return Math.ceil(root.scrollHeight);
}
