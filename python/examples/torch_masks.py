"""Masks for training detectors of anomalies, as a PyTorch Dataset: mask i is the same in every worker, batch and epoch order."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

import perlane.ml


class AnomalyMasks(Dataset):
    """Images with a texture blended in where a Perlin mask is set, and the masks. Each `epoch` has masks of its own."""

    def __init__(self, images: torch.Tensor, textures: torch.Tensor, *, seed: int = 0) -> None:
        self.images, self.textures, self.seed = images, textures, seed
        self.epoch = 0  # for new masks, set it before workers start

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, i: int) -> tuple[torch.Tensor, torch.Tensor]:
        image = self.images[i]
        number = self.epoch * len(self) + i
        # Each worker would use all cores, if it were not for `threads`.
        [mask] = perlane.ml.perlin_masks(1, image.shape[-2:], seed=self.seed, start=number, threads=1)
        mask = torch.from_numpy(mask)[None]
        return torch.where(mask, self.textures[i % len(self.textures)], image), mask


def main() -> None:
    random = torch.Generator().manual_seed(0)
    images = torch.rand((64, 3, 224, 256), generator=random)
    textures = torch.rand((8, 3, 224, 256), generator=random)
    dataset = AnomalyMasks(images, textures, seed=7)
    want = perlane.ml.perlin_masks(64, (224, 256), seed=7)
    for workers in (0, 2):
        batches = [masks.numpy()[:, 0] for _, masks in DataLoader(dataset, batch_size=16, num_workers=workers)]
        assert (np.concatenate(batches) == want).all()
        print(f"{workers} workers: {len(dataset)} masks, {want.mean():.1%} of samples masked")


if __name__ == "__main__":
    main()
