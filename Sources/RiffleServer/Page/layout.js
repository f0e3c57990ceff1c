/**
 * Where rows and the headers of sections stand, in pixels from the top of the list.
 *
 * Rows are all equally high, and so are headers: what stands at a place is found without looking at what is before it.
 */
export class Layout {
  /**
   * @param {number} count rows
   * @param {number[]} starts the rows that sections begin with, ascending
   */
  constructor(count, rowHeight, starts = [], headerHeight = 0) {
    Object.assign(this, { count, rowHeight, starts, headerHeight });
  }

  get height() {
    return this.count * this.rowHeight + this.starts.length * this.headerHeight;
  }

  /** The section of a row; -1 if there is none. */
  section(position) {
    return upperBound(this.starts.length, (index) => this.starts[index] > position) - 1;
  }

  rowTop(position) {
    return position * this.rowHeight + (this.section(position) + 1) * this.headerHeight;
  }

  headerTop(section) {
    return this.starts[section] * this.rowHeight + section * this.headerHeight;
  }

  /** The section at a place; -1 if there is none. */
  sectionAt(top) {
    return upperBound(this.starts.length, (index) => this.headerTop(index) > top) - 1;
  }

  /** The row at a place, or the first one after it. */
  positionAt(top) {
    const section = this.sectionAt(top);
    const position = Math.floor((top - (section + 1) * this.headerHeight) / this.rowHeight);
    return Math.max(0, section < 0 ? position : Math.max(position, this.starts[section]));
  }
}

function upperBound(count, isBeyond) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeyond(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
