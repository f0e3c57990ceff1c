/** Browsers lay out some 33 million pixels at most, some of them fewer. */
const LARGEST = 15_000_000;

/** At both ends the bar is as long as what it stands for, so that whoever is near an end gets there. */
const PLAIN = 1_000_000;

/**
 * A scroll bar for a list of any height.
 *
 * Up to `LARGEST` pixels it is the browser's own. Beyond, its middle stands for a longer list: a jump, as when its thumb is
 * dragged, goes to the same fraction of the list, while wheel, touch and keys move the list by just as many pixels as they say;
 * once they rest, the bar is set to where the list is.
 */
export class Scroller {
  /** Pixels from the top of the list to that of what shows. */
  top = 0;
  height = 0;

  #viewport;
  #spacer;
  #onScroll;
  #last = 0;
  #resting;

  /**
   * @param {HTMLElement} viewport what scrolls
   * @param {HTMLElement} spacer what in it is as high as the list
   * @param {() => void} onScroll called when `top` has changed
   */
  constructor(viewport, spacer, onScroll) {
    this.#viewport = viewport;
    this.#spacer = spacer;
    this.#onScroll = onScroll;
    viewport.addEventListener("scroll", () => this.#didScroll(), { passive: true });
  }

  /** Pixels that show. */
  get extent() {
    return this.#viewport.clientHeight;
  }

  get #isScaled() {
    return this.height > LARGEST;
  }

  /** Pixels of the list for one in the middle of the bar. */
  get #scale() {
    return (this.height - this.extent - 2 * PLAIN) / (LARGEST - this.extent - 2 * PLAIN);
  }

  #top(bar) {
    const fromEnd = LARGEST - this.extent - bar;
    if (!this.#isScaled || bar < PLAIN) return bar;
    return fromEnd < PLAIN ? this.height - this.extent - fromEnd : PLAIN + (bar - PLAIN) * this.#scale;
  }

  #bar(top) {
    const fromEnd = this.height - this.extent - top;
    if (!this.#isScaled || top < PLAIN) return top;
    return fromEnd < PLAIN ? LARGEST - this.extent - fromEnd : PLAIN + (top - PLAIN) / this.#scale;
  }

  setHeight(height) {
    if (height === this.height) return;
    this.height = height;
    this.#spacer.style.blockSize = `${Math.min(height, LARGEST)}px`;
    this.scrollTo(this.top);
  }

  scrollTo(top) {
    this.top = this.#within(top);
    this.#setBar();
  }

  #within(top) {
    return Math.max(0, Math.min(top, this.height - this.extent));
  }

  #setBar() {
    clearTimeout(this.#resting);
    const bar = this.#bar(this.top);
    if (Math.abs(this.#viewport.scrollTop - bar) >= 1) this.#viewport.scrollTop = bar;
    this.#last = this.#viewport.scrollTop;
  }

  #didScroll() {
    const bar = this.#viewport.scrollTop;
    const moved = bar - this.#last;
    this.#last = bar;
    if (moved === 0) return;
    if (!this.#isScaled || Math.abs(moved) > 2 * this.extent) {
      this.top = this.#within(this.#top(bar));
    } else {
      this.top = this.#within(this.top + moved);
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => this.#setBar(), 150);
    }
    this.#onScroll();
  }
}
