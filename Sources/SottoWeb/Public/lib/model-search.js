/**
 * The models that have all the words, whatever their order.
 * @param {import('./types.js').Model[]} models
 * @param {string} query
 */
export function matching(models, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const text = `${model.id} ${model.display_name ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
