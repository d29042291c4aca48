//! Files that arguments name: recipes, and tables of gradients or permutations.

pub(crate) mod recipe_file;
pub(crate) mod table_file;
pub(crate) mod text_file;
